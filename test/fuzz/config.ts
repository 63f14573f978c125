import type { ServiceConfig } from "../../lib/contract/service-config.ts";

/** Limits that a campaign from one address would reach at once. Those per checkout stay as they are. */
export const FUZZ_CONFIG: Partial<ServiceConfig> = {
  otpPerPhonePerDay: 1000,
  otpPerAddressPerHour: 100_000,
  verifyPerAddressPerMinute: 100_000,
  signUpCredits: 100_000,
};
