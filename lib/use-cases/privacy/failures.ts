import { errorFields, log, logUnreadable } from "../../pipeline/log.ts";
import type { OnUnreadable } from "../../store/due.ts";

/** Failures of one run, which goes on with the other accounts and fails at its end, so that its alarm fires. */
export interface Failures {
  /** Logs and counts an item that is skipped. */
  readonly unreadable: OnUnreadable;
  /** Does an account's work; logs and counts its failure. */
  during(accountId: string, work: () => Promise<unknown>): Promise<void>;
  /** @throws the first failure, if there was one */
  raise(): void;
}

export function collectFailures(): Failures {
  const errors: unknown[] = [];
  return {
    unreadable: (error) => {
      errors.push(error);
      logUnreadable(error);
    },
    during: async (accountId, work) => {
      try {
        await work();
      } catch (error) {
        errors.push(error);
        log("error", "account skipped", { account_id: accountId, ...errorFields(error) });
      }
    },
    raise: () => {
      if (errors.length > 0) throw errors[0];
    },
  };
}
