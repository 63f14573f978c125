import type { ProviderId } from "../domain/provider.ts";
import type { Adapter } from "./adapter.ts";
import { amhara } from "./amhara/adapter.ts";
import { awash } from "./awash/adapter.ts";
import { boa } from "./boa/adapter.ts";
import { type CbeApp, createCbe } from "./cbe/adapter.ts";
import { cbeBirr } from "./cbe-birr/adapter.ts";
import { dashen } from "./dashen/adapter.ts";
import { ebirr } from "./ebirr/adapter.ts";
import { createHttp, UNCONFIGURED_HTTP } from "./http/adapter.ts";
import type { HttpProviderConfig } from "./http/config.ts";
import { type RecognizedInput, recognizeWith } from "./input/recognize-input.ts";
import { manual } from "./manual/adapter.ts";
import { mpesa } from "./mpesa/adapter.ts";
import { sandbox } from "./sandbox/adapter.ts";
import { telebirr } from "./telebirr/adapter.ts";
import { wegagen } from "./wegagen/adapter.ts";
import { zemen } from "./zemen/adapter.ts";

export type Adapters = Readonly<Record<ProviderId, Adapter>>;

/** What some adapters cannot work without; `http` recognizes nothing until it is configured. */
export interface AdapterSettings {
  readonly cbe?: CbeApp;
  readonly http?: HttpProviderConfig;
}

/** Every adapter, with its settings. */
export function createAdapters(settings: AdapterSettings = {}): Adapters {
  return {
    telebirr,
    cbe: createCbe(settings.cbe ?? null),
    boa,
    dashen,
    awash,
    cbe_birr: cbeBirr,
    mpesa,
    wegagen,
    amhara,
    zemen,
    ebirr,
    manual,
    sandbox,
    http: settings.http === undefined ? UNCONFIGURED_HTTP : createHttp(settings.http),
  };
}

/** Every adapter, without settings. */
export const ADAPTERS: Adapters = createAdapters();

/** As `recognizeWith`, over the given adapters. */
export function recognizeInput(
  input: string,
  enabled: readonly ProviderId[],
  hint?: ProviderId,
  adapters: Adapters = ADAPTERS,
): RecognizedInput {
  return recognizeWith(adapters, input, enabled, hint);
}
