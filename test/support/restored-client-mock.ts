import { mockClient as mock } from "aws-sdk-client-mock";
import { clientMocks } from "./left-behind.ts";

/** What tests get for "aws-sdk-client-mock" (see vitest.config.ts): its mocks end with the test file. */
export const mockClient: typeof mock = (...wish) => {
  const made = mock(...wish);
  clientMocks.push(made);
  return made;
};
