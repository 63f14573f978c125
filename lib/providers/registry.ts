import type { ProviderId } from "../domain/provider.ts";
import type { Adapter } from "./adapter.ts";
import { awash } from "./awash.ts";
import { boa } from "./boa.ts";
import { type CbeApp, createCbe } from "./cbe.ts";
import { cbeBirr } from "./cbe-birr.ts";
import { dashen } from "./dashen.ts";
import { createHttp } from "./http.ts";
import type { HttpProviderConfig } from "./http-config.ts";
import { manual } from "./manual.ts";
import { mpesa } from "./mpesa.ts";
import { type RecognisedInput, recogniseWith } from "./recognise-input.ts";
import { sandbox } from "./sandbox.ts";
import { telebirr } from "./telebirr.ts";
import { unconfigured } from "./unconfigured.ts";

export type Adapters = Readonly<Record<ProviderId, Adapter>>;

/** What some adapters cannot do without; `http` recognises nothing until it is set up. */
export interface AdapterSettings {
  readonly cbe?: CbeApp;
  readonly http?: HttpProviderConfig;
}

/** Every adapter, set up. */
export function createAdapters(settings: AdapterSettings = {}): Adapters {
  return {
    telebirr,
    cbe: createCbe(settings.cbe ?? null),
    boa,
    dashen,
    awash,
    cbe_birr: cbeBirr,
    mpesa,
    manual,
    sandbox,
    http: settings.http === undefined ? unconfigured("http") : createHttp(settings.http),
  };
}

/** Every adapter, without settings. */
export const ADAPTERS: Adapters = createAdapters();

/** As `recogniseWith`, over the given adapters (`ADAPTERS` where none are set up). */
export function recogniseInput(
  input: string,
  enabled: readonly ProviderId[],
  hint?: ProviderId,
  adapters: Adapters = ADAPTERS,
): RecognisedInput {
  return recogniseWith(adapters, input, enabled, hint);
}
