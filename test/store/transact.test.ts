import { DynamoDBClient, TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { toServiceError } from "../../lib/pipeline/problem.ts";
import { type Table, transact, type Write } from "../../lib/store/transact.ts";

// The engine of the tests never has a conflict and is never throttled, so these answers are played.
const documents = mockClient(DynamoDBDocumentClient);
const table: Table = {
  client: DynamoDBDocumentClient.from(new DynamoDBClient({ region: "local" })),
  name: "test",
};
const WRITES: readonly Write[] = [
  { label: "checkout", put: { Item: { pk: "A", sk: "A" } } },
  { label: "credits", put: { Item: { pk: "B", sk: "B" } } },
];

beforeEach(() => documents.reset());
afterEach(() => documents.reset());

function canceled(...codes: string[]) {
  return new TransactionCanceledException({
    message: "canceled",
    $metadata: {},
    CancellationReasons: codes.map((Code) => ({ Code })),
  });
}
function named(name: string, more: object = {}): Error {
  return Object.assign(new Error("secret inside"), { name, ...more });
}
const calls = () => documents.commandCalls(TransactWriteCommand);

const PASSING: readonly [string, Error][] = [
  ["a conflict", canceled("TransactionConflict", "None")],
  ["throttling inside the transaction", canceled("None", "ThrottlingError")],
  ["exhausted capacity inside", canceled("None", "ProvisionedThroughputExceeded")],
  ["a conflict of the whole", named("TransactionConflictException")],
  ["one that is still running", named("TransactionInProgressException")],
  ["throttling", named("ThrottlingException")],
  ["exhausted capacity", named("ProvisionedThroughputExceededException")],
  ["a table that answers 500", named("InternalServerError", { $fault: "server" })],
  [
    "a table that answers 500 without a word",
    named("Error", { $metadata: { httpStatusCode: 500 } }),
  ],
  ["a connection that is cut", named("Error", { code: "ECONNRESET" })],
  ["a table that cannot be reached", named("Error", { code: "ECONNREFUSED" })],
  ["a table that does not answer in time", named("TimeoutError")],
];

describe("a transaction", () => {
  it.each(PASSING)("is retried after %s with the same request token", async (_, error) => {
    documents.on(TransactWriteCommand).rejectsOnce(error).rejectsOnce(error).resolves({});
    expect(await transact(table, WRITES)).toEqual({ committed: true });
    const tokens = calls().map(({ args: [command] }) => command.input.ClientRequestToken);
    expect(tokens).toHaveLength(3);
    expect(new Set(tokens).size).toBe(1);
    expect(tokens[0]).toMatch(/\S/);
  });

  it.each(PASSING)(
    "gives up on %s after a few tries, as something that passes",
    async (_, error) => {
      documents.on(TransactWriteCommand).rejects(error);
      await expect(transact(table, WRITES)).rejects.toMatchObject({
        code: "service_unavailable",
        extras: { retryAfterSeconds: 1 },
      });
      expect(calls().length).toBeGreaterThan(1);
      expect(calls().length).toBeLessThanOrEqual(6);
    },
  );

  it("is refused at once if a condition failed", async () => {
    documents
      .on(TransactWriteCommand)
      .rejects(canceled("TransactionConflict", "ConditionalCheckFailed"));
    expect(await transact(table, WRITES)).toEqual({
      committed: false,
      refusals: [{ kind: "credits", existing: null }],
    });
    expect(calls()).toHaveLength(1);
  });

  it.each([
    ["a mistake of ours", named("ValidationException", { $fault: "client" })],
    ["a missing grant", named("AccessDeniedException", { $fault: "client" })],
    ["an item that is too large", canceled("None", "ItemCollectionSizeLimitExceeded")],
  ])("is not tried again after %s", async (_, error) => {
    documents.on(TransactWriteCommand).rejects(error);
    await expect(transact(table, WRITES)).rejects.toBe(error);
    expect(calls()).toHaveLength(1);
    expect(toServiceError(error).code).toBe("internal");
  });
});

describe("what the caller sees of a failing table", () => {
  const shownAs = (error: Error) =>
    error.name === "TransactionConflictException" ? "conflict" : "service_unavailable";

  it.each(
    PASSING.filter(([, error]) => !(error instanceof TransactionCanceledException)).map(
      ([name, error]) => [name, shownAs(error), error] as const,
    ),
  )("after %s is %s, with Retry-After", (_, code, error) => {
    const shown = toServiceError(error);
    expect(shown).toMatchObject({ code, extras: { retryAfterSeconds: 1 } });
    expect(shown.message).not.toContain("secret inside");
  });
});
