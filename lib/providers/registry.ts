import type { ProviderId } from "../domain/provider.ts";
import type { Adapter } from "./adapter.ts";
import { manual } from "./manual.ts";
import { type RecognisedInput, recogniseWith } from "./recognise-input.ts";
import { sandbox } from "./sandbox.ts";
import { telebirr } from "./telebirr.ts";
import { unconfigured } from "./unconfigured.ts";

export type Adapters = Readonly<Record<ProviderId, Adapter>>;

/** Every adapter, without configuration. */
export const ADAPTERS: Adapters = {
  telebirr,
  cbe: unconfigured("cbe"),
  boa: unconfigured("boa"),
  dashen: unconfigured("dashen"),
  awash: unconfigured("awash"),
  cbe_birr: unconfigured("cbe_birr"),
  mpesa: unconfigured("mpesa"),
  manual,
  sandbox,
  http: unconfigured("http"),
};

/** As `recogniseWith`, over the given adapters (`ADAPTERS` where none are configured). */
export function recogniseInput(
  input: string,
  enabled: readonly ProviderId[],
  hint?: ProviderId,
  adapters: Adapters = ADAPTERS,
): RecognisedInput {
  return recogniseWith(adapters, input, enabled, hint);
}
