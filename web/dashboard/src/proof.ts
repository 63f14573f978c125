import { useSyncExternalStore } from "react";
import { ApiProblem } from "../../../clients/typescript/src/problem.ts";

interface ProofState {
  /** A dialog asks the user to prove that it is them. */
  readonly isAsked: boolean;
  /** What needs a proof is not read until the user gives it. */
  readonly isLocked: boolean;
}

let state: ProofState = { isAsked: false, isLocked: false };
let waiting: ((isProven: boolean) => void)[] = [];
const listeners = new Set<() => void>();

function change(to: Partial<ProofState>): void {
  state = { ...state, ...to };
  for (const listener of listeners) listener();
}

export function useProof(): ProofState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
}

/** Whether the service wants a proof before it does what was asked. */
export function wantsProof(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === "second_factor_required";
}

/** Asks the user for a proof, once for all who wait; false if they close the dialog. */
export function askProof(): Promise<boolean> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    change({ isAsked: true });
  });
}

/** Closes the dialog and answers all who wait. */
export function endProof(isProven: boolean): void {
  const told = waiting;
  waiting = [];
  change({ isAsked: false, ...(isProven && { isLocked: false }) });
  for (const tell of told) tell(isProven);
}

/** Stops or starts reading what needs a proof. */
export function lock(isLocked: boolean): void {
  change({ isLocked });
}
