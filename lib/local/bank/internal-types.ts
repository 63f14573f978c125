import type { ProviderId } from "../../domain/provider.ts";

/**
 * The invented types of transfers within a bank that the simulator prints where no real one is recorded, in
 * lower case. The local stack lists them as an operator would.
 */
export const SIMULATED_INTERNAL_TYPES: Readonly<Partial<Record<ProviderId, readonly string[]>>> = {
  boa: ["account to account transfer"],
  awash: ["account transfer"],
  mpesa: ["buy goods"],
  wegagen: ["internal transfer"],
  amhara: ["internal transfer"],
};
