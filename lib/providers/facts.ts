import type { ProviderId } from "../domain/provider.ts";
import { amharaFacts } from "./amhara/facts.ts";
import { awashFacts } from "./awash/facts.ts";
import { boaFacts } from "./boa/facts.ts";
import { cbeFacts } from "./cbe/facts.ts";
import { cbeBirrFacts } from "./cbe-birr/facts.ts";
import { dashenFacts } from "./dashen/facts.ts";
import { ebirrFacts } from "./ebirr/facts.ts";
import { httpFacts } from "./http/facts.ts";
import { manualFacts } from "./manual/facts.ts";
import { mpesaFacts } from "./mpesa/facts.ts";
import type { ProviderFacts } from "./provider-facts.ts";
import { sandboxFacts } from "./sandbox/facts.ts";
import { telebirrFacts } from "./telebirr/facts.ts";
import { wegagenFacts } from "./wegagen/facts.ts";
import { zemenFacts } from "./zemen/facts.ts";

/** The facts of every provider. Small and free of imports that run: the dashboard ships it to browsers. */
export const FACTS: { readonly [Id in ProviderId]: ProviderFacts<Id> } = {
  telebirr: telebirrFacts,
  cbe: cbeFacts,
  boa: boaFacts,
  dashen: dashenFacts,
  awash: awashFacts,
  cbe_birr: cbeBirrFacts,
  mpesa: mpesaFacts,
  wegagen: wegagenFacts,
  amhara: amharaFacts,
  zemen: zemenFacts,
  ebirr: ebirrFacts,
  manual: manualFacts,
  sandbox: sandboxFacts,
  http: httpFacts,
};
