// What a test file leaves behind in the process that it shares with others. `as-alone.ts` looks at it.

/** Answers of running stacks that are not as the contract publishes them. */
export const violations: string[] = [];

/** Mocks of AWS clients. */
export const clientMocks: { restore(): unknown }[] = [];
