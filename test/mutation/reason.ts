/** A mutant that no test can or should kill. */
export interface Reason {
  /** e.g. `lib/store/claims.ts`. */
  readonly file: string;
  /** Stryker's name of the mutation, e.g. `StringLiteral`. */
  readonly mutator: string;
  /** The line of code, without indentation: line numbers move. */
  readonly line: string;
  /** What the mutant puts there; all that Stryker can think of where it is left out. */
  readonly replacement?: string;
  readonly why: string;
}

export const COMPILER = "The value is never missing; the default is for the compiler.";
