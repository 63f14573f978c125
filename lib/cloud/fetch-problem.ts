import type { NetworkErrorCode } from "./network-error.ts";

/**
 * Why a provider gave no answer. `redirect`: to another host, or too often. `too_large`: over 1 MB.
 * `aborted`: the caller's own deadline. `bad_address`: a fault of the configuration.
 * `relay_error`: the relay's trouble, not the bank's.
 */
export type FetchErrorCode =
  | NetworkErrorCode
  | "redirect"
  | "too_large"
  | "aborted"
  | "bad_address"
  | "relay_error";

/** A problem that is not the network's. */
export class FetchProblem extends Error {
  override readonly name = "FetchProblem";
  readonly code: FetchErrorCode;

  constructor(code: FetchErrorCode) {
    super(code);
    this.code = code;
  }
}
