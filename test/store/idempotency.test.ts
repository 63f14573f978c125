import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PutCommand } from "../../lib/cloud/dynamodb.ts";
import { createCheckoutBody } from "../../lib/contract/schemas/checkout.ts";
import { listCheckouts } from "../../lib/store/checkout-lists.ts";
import { listEvents } from "../../lib/store/events.ts";
import {
  beginIdempotent,
  completeIdempotent,
  completionWrite,
  type IdempotencyClaim,
  releaseIdempotent,
  type StoredAnswer,
} from "../../lib/store/idempotency.ts";
import { type Table, transact } from "../../lib/store/transact.ts";
import { createCheckout } from "../../lib/use-cases/checkouts/create.ts";
import { setFunctionEnvironment } from "../support/function-calls.ts";
import { createMerchant } from "../support/merchant.ts";
import { startTable, type TestTable } from "../support/table.ts";

const NOW = Date.UTC(2026, 10, 20, 9);
const LEASE_MS = 15_000;
const DAY_MS = 86_400_000;
const ANSWER: StoredAnswer = { status: 201, body: '{"id":"co_1","note":"ä"}' };

let engine: TestTable;
let count = 0;
beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
});
afterAll(() => engine.stop());

const scope = () => ["acc_1", "*", "live", "POST", `key-${++count}`];

async function begin(of: readonly string[], { body = "{}", at = NOW, table = engine.table } = {}) {
  return beginIdempotent(table, of, body, at, LEASE_MS);
}
async function claim(of: readonly string[], at = NOW): Promise<IdempotencyClaim> {
  const begun = await begin(of, { at });
  if (!("lease" in begun)) throw new Error("there was an answer already");
  return begun;
}
const refusal = (code: string) => expect.objectContaining({ code });

describe("an idempotency key", () => {
  it("lets one of many requests run, and tells the others that it is in progress", async () => {
    const of = scope();
    const begun = await Promise.allSettled(Array.from({ length: 50 }, () => begin(of)));
    const refused = begun.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(refused).toHaveLength(49);
    expect(refused).toEqual(Array(49).fill(refusal("idempotency_in_progress")));
  });

  it("replays the first response byte for byte", async () => {
    const of = scope();
    await completeIdempotent(engine.table, await claim(of), ANSWER);
    expect(await begin(of)).toEqual(ANSWER);
  });

  it("rejects another body, during and after the first request", async () => {
    const of = scope();
    const mine = await claim(of);
    await expect(begin(of, { body: '{"a":1}' })).rejects.toEqual(refusal("idempotency_mismatch"));
    await completeIdempotent(engine.table, mine, ANSWER);
    await expect(begin(of, { body: '{"a":1}' })).rejects.toEqual(refusal("idempotency_mismatch"));
  });

  it("belongs to its scope", async () => {
    const [account, ...rest] = scope();
    const of = [account as string, ...rest];
    await completeIdempotent(engine.table, await claim(of), ANSWER);
    for (let part = 0; part < of.length; part++) {
      const other = of.with(part, `${of[part]}x`);
      expect(await begin(other)).toHaveProperty("lease");
    }
  });

  it("separates the parts of its scope", async () => {
    await claim(["a", "bc", "x"]);
    expect(await begin(["ab", "c", "x"])).toHaveProperty("lease");
  });

  it("is unlocked after an error, but not after a response", async () => {
    const of = scope();
    const first = await claim(of);
    await releaseIdempotent(engine.table, first);
    const second = await claim(of);
    await completeIdempotent(engine.table, second, ANSWER);
    await releaseIdempotent(engine.table, second);
    expect(await begin(of)).toEqual(ANSWER);
  });

  it("expires after 24 h, even if its item still exists", async () => {
    const of = scope();
    await completeIdempotent(engine.table, await claim(of), ANSWER);
    expect(await begin(of, { at: NOW + DAY_MS - 1 })).toEqual(ANSWER);
    expect(await begin(of, { at: NOW + DAY_MS, body: '{"other":1}' })).toHaveProperty("lease");
  });

  it("stays with its request if the response of the table was lost and the SDK retried", async () => {
    const of = scope();
    expect(await begin(of, { table: losesFirstAnswer(engine.table) })).toHaveProperty("lease");
  });
});

describe("a request that died", () => {
  it("keeps its key until its lease ends; then a retry takes over", async () => {
    const of = scope();
    await claim(of);
    await expect(begin(of, { at: NOW + LEASE_MS - 1 })).rejects.toEqual(
      refusal("idempotency_in_progress"),
    );
    await expect(begin(of, { at: NOW + LEASE_MS, body: '{"other":1}' })).rejects.toEqual(
      refusal("idempotency_mismatch"),
    );
    expect(await begin(of, { at: NOW + LEASE_MS })).toHaveProperty("lease");
  });

  it("lets one of many retries take over", async () => {
    const of = scope();
    await claim(of);
    const begun = await Promise.allSettled(
      Array.from({ length: 20 }, () => begin(of, { at: NOW + LEASE_MS })),
    );
    expect(begun.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("after its commit replays the response, and nothing happens twice", async () => {
    const of = scope();
    const mine = await claim(of);
    const commit = await transact(engine.table, [putMark("done-1"), completionWrite(mine, ANSWER)]);
    expect(commit).toEqual({ committed: true });
    expect(await begin(of, { at: NOW + 10 * LEASE_MS })).toEqual(ANSWER);
  });

  it("can't commit, complete or unlock once a retry has taken over", async () => {
    const of = scope();
    const zombie = await claim(of);
    const retry = await claim(of, NOW + LEASE_MS);
    const late = await transact(engine.table, [putMark("late-1"), completionWrite(zombie, ANSWER)]);
    expect(late).toMatchObject({
      committed: false,
      refusals: [{ kind: "idempotency" }],
    });
    expect(await transact(engine.table, [putMark("late-1")])).toEqual({ committed: true });
    await completeIdempotent(engine.table, zombie, { status: 500, body: "zombie" });
    await releaseIdempotent(engine.table, zombie);
    await completeIdempotent(engine.table, retry, ANSWER);
    expect(await begin(of, { at: NOW + LEASE_MS })).toEqual(ANSWER);
  });

  it("leaves no checkout and no event if it commits too late", async () => {
    const merchant = await createMerchant(engine.table);
    const of = scope();
    const zombie = await claim(of);
    await claim(of, NOW + LEASE_MS);
    const creation = createCheckout({
      accountId: merchant.accountId,
      appId: merchant.appId,
      mode: "live",
      body: createCheckoutBody.parse({ amount: 100 }),
      now: NOW,
      alongside: () => [completionWrite(zombie, ANSWER)],
    });
    await expect(creation).rejects.toEqual(refusal("idempotency_in_progress"));
    const tenant = { accountId: merchant.accountId, mode: "live", appId: null } as const;
    const page = { limit: 10 };
    expect((await listCheckouts(engine.table, tenant, page, NOW)).data).toEqual([]);
    const events = { ...tenant, of: { appId: merchant.appId } };
    expect((await listEvents(engine.table, events, page, NOW)).data).toEqual([]);
  });
});

function putMark(name: string) {
  return {
    label: "counters" as const,
    put: {
      Item: { pk: `ACC#${name}`, sk: "ACC" },
      ConditionExpression: "attribute_not_exists(pk)",
    },
  };
}

/** The first put arrives and its answer is lost; the SDK sends the very same request again. */
function losesFirstAnswer(table: Table): Table {
  const client = new Proxy(table.client, {
    get: (target, name) =>
      name === "send"
        ? async (command: PutCommand) => {
            if (command instanceof PutCommand) await target.send(command);
            return target.send(command);
          }
        : Reflect.get(target, name),
  });
  return { ...table, client };
}
