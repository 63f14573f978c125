import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  DocumentClient,
  TransactionCanceledException,
  TransactWriteCommand,
} from "../../lib/cloud/dynamodb.ts";
import { toServiceError } from "../../lib/pipeline/http.ts";
import {
  Contention,
  isRefused,
  passesByItself,
  type Table,
  transact,
  type Write,
} from "../../lib/store/transact.ts";
import { mockClient } from "../support/aws-mock.ts";

const { pauses } = vi.hoisted(() => ({ pauses: [] as number[] }));
vi.mock("node:timers/promises", () => ({
  setTimeout: async (ms: number) => {
    pauses.push(ms);
  },
}));

// The engine of the tests never has a conflict and is never throttled, so these answers are played.
const documents = mockClient(DocumentClient);
const table: Table = {
  client: new DocumentClient({ region: "local" }),
  name: "test",
};
const WRITES: readonly Write[] = [
  { label: "checkout", put: { Item: { pk: "A", sk: "A" } } },
  { label: "credits", put: { Item: { pk: "B", sk: "B" } } },
];

beforeEach(() => {
  documents.reset();
  pauses.length = 0;
});
afterEach(() => {
  documents.reset();
  vi.restoreAllMocks();
});

function canceled(...codes: (string | undefined)[]) {
  return new TransactionCanceledException({
    message: "canceled",
    $metadata: {},
    CancellationReasons: codes.map((Code) => (Code === undefined ? {} : { Code })),
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
  ["an account's limit", named("RequestLimitExceeded")],
  ["exhausted capacity", named("ProvisionedThroughputExceededException")],
  ["a table that answers 500", named("InternalServerError", { $fault: "server" })],
  [
    "a table that answers 500 without a word",
    named("Error", { $metadata: { httpStatusCode: 500 } }),
  ],
  ["a connection that is cut", named("Error", { code: "ECONNRESET" })],
  ["a table that cannot be reached", named("Error", { code: "ECONNREFUSED" })],
  ["a connection that is cut, by the SDK's name", named("TimeoutError", { code: "ECONNRESET" })],
];

describe("a transaction", () => {
  it("is not tried again after a table that answered none of the client's own attempts", async () => {
    documents.on(TransactWriteCommand).rejects(named("TimeoutError", { code: "ETIMEDOUT" }));
    const failed = transact(table, WRITES);
    await expect(failed).rejects.toMatchObject({ code: "service_unavailable" });
    expect(calls()).toHaveLength(1);
  });

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
      expect(calls()).toHaveLength(6);
    },
  );

  it("waits twice as long before each try, half of it by chance", async () => {
    const random = vi.spyOn(Math, "random").mockReturnValue(0);
    documents.on(TransactWriteCommand).rejects(canceled("TransactionConflict"));
    await expect(transact(table, WRITES)).rejects.toThrow();
    random.mockReturnValue(1);
    await expect(transact(table, WRITES)).rejects.toThrow();
    expect(pauses).toEqual([10, 20, 40, 80, 160, 30, 60, 120, 240, 480]);
  });

  it.each([
    ["other transactions alone", canceled("TransactionConflict", "None"), true],
    ["another one, without a word on the rest", canceled("TransactionConflict", undefined), true],
    ["others, and throttling", canceled("TransactionConflict", "ThrottlingError"), false],
    ["throttling alone", canceled("ThrottlingError", "None"), false],
    ["a table that answers 500", named("InternalServerError"), false],
  ])("that %s prevented says so", async (_, error, isContention) => {
    documents.on(TransactWriteCommand).rejects(error);
    const thrown: unknown = await transact(table, WRITES).catch((reason: unknown) => reason);
    expect(thrown instanceof Contention).toBe(isContention);
    expect(thrown).toMatchObject({
      message: isContention
        ? "Other requests are changing this object. Try again in a moment."
        : "The database is busy. Try again shortly.",
    });
  });

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

  it("shows the items that exist instead, and what each write was for", async () => {
    const Item = { pk: { S: "A" }, claimedAt: { N: "1" } };
    const error = canceled("ConditionalCheckFailed", "None", "ConditionalCheckFailed");
    Object.assign(error.CancellationReasons?.[0] ?? {}, { Item });
    documents.on(TransactWriteCommand).rejects(error);
    const label = { kind: "claim", key: "cbe:A1" } as const;
    const commit = await transact(table, [
      { label, put: { Item: { pk: "A", sk: "A" } } },
      ...WRITES,
    ]);
    expect(commit).toEqual({
      committed: false,
      refusals: [
        { ...label, existing: { pk: "A", claimedAt: 1 } },
        { kind: "credits", existing: null },
      ],
    });
    expect(isRefused(commit, "claim")).toBe(true);
    expect(isRefused(commit, "issue", "credits")).toBe(true);
    expect(isRefused(commit, "issue", "checkout")).toBe(false);
    expect(isRefused({ committed: true }, "credits")).toBe(false);
  });

  it("puts, updates, removes and checks, and asks for what exists instead", async () => {
    documents.on(TransactWriteCommand).resolves({});
    const Key = { pk: "A", sk: "A" };
    const condition = { ConditionExpression: "attribute_exists(pk)" };
    await transact(table, [
      { label: "checkout", put: { Item: Key } },
      { label: "credits", update: { Key, UpdateExpression: "REMOVE a" } },
      { label: "event", remove: { Key, ...condition } },
      { label: "account", check: { Key, ...condition } },
    ]);
    const shared = { TableName: "test", ReturnValuesOnConditionCheckFailure: "ALL_OLD" };
    expect(calls()[0]?.args[0].input.TransactItems).toEqual([
      { Put: { ...shared, Item: Key } },
      { Update: { ...shared, Key, UpdateExpression: "REMOVE a" } },
      { Delete: { ...shared, Key, ...condition } },
      { ConditionCheck: { ...shared, Key, ...condition } },
    ]);
  });

  it.each([
    ["a write that does nothing", { label: "credits" }, 'write "credits" does nothing'],
    [
      "a key that the table would refuse",
      { label: "credits", put: { Item: { pk: "A".repeat(3_000), sk: "A" } } },
      "pk",
    ],
  ] as const)("with %s is not sent", async (_, write, message) => {
    await expect(transact(table, [write])).rejects.toThrow(message);
    expect(calls()).toHaveLength(0);
  });

  it.each([
    ["a mistake of ours", named("ValidationException", { $fault: "client" })],
    ["a call that the table calls wrong", named("Error", { $metadata: { httpStatusCode: 499 } })],
    ["a broken disk", named("Error", { code: "ENOSPC" })],
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

it("what is no error never passes by itself", () => {
  expect(passesByItself(null)).toBe(false);
  expect(passesByItself({ name: "TimeoutError" })).toBe(false);
});
