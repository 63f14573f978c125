import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCheckoutBody } from "../../lib/contract/schemas/checkout.ts";
import { createCheckout } from "../../lib/runtime/checkouts/create.ts";
import { listCheckouts } from "../../lib/store/checkouts.ts";
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
import { setFunctionEnvironment } from "../support/function-environment.ts";
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
  it("lets one of many requests act, and tells the others that it is running", async () => {
    const of = scope();
    const begun = await Promise.allSettled(Array.from({ length: 50 }, () => begin(of)));
    const refused = begun.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(refused).toHaveLength(49);
    expect(refused).toEqual(Array(49).fill(refusal("idempotency_in_progress")));
  });

  it("answers a repetition with the first answer, byte for byte", async () => {
    const of = scope();
    await completeIdempotent(engine.table, await claim(of), ANSWER);
    expect(await begin(of)).toEqual(ANSWER);
  });

  it("refuses another body, while the first runs and after", async () => {
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

  it("is no other scope when its parts are cut elsewhere", async () => {
    await claim(["a", "bc", "x"]);
    expect(await begin(["ab", "c", "x"])).toHaveProperty("lease");
  });

  it("is free again after a refusal, and not after an answer", async () => {
    const of = scope();
    const first = await claim(of);
    await releaseIdempotent(engine.table, first);
    const second = await claim(of);
    await completeIdempotent(engine.table, second, ANSWER);
    await releaseIdempotent(engine.table, second);
    expect(await begin(of)).toEqual(ANSWER);
  });

  it("is forgotten after 24 h, also where the row is still there", async () => {
    const of = scope();
    await completeIdempotent(engine.table, await claim(of), ANSWER);
    expect(await begin(of, { at: NOW + DAY_MS - 1 })).toEqual(ANSWER);
    expect(await begin(of, { at: NOW + DAY_MS, body: '{"other":1}' })).toHaveProperty("lease");
  });

  it("holds for whoever took it, also if the answer of the table was lost and the client asked again", async () => {
    const of = scope();
    expect(await begin(of, { table: losesFirstAnswer(engine.table) })).toHaveProperty("lease");
  });
});

describe("a request that died", () => {
  it("keeps its key for the length of its lease, and then a retry takes over", async () => {
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

  it("after its commit replays the answer: nothing happens twice", async () => {
    const of = scope();
    const mine = await claim(of);
    const commit = await transact(engine.table, [putMark("done-1"), completionWrite(mine, ANSWER)]);
    expect(commit).toEqual({ committed: true });
    expect(await begin(of, { at: NOW + 10 * LEASE_MS })).toEqual(ANSWER);
  });

  it("cannot commit, answer or free anything once a retry has taken over", async () => {
    const of = scope();
    const zombie = await claim(of);
    const retry = await claim(of, NOW + LEASE_MS);
    const late = await transact(engine.table, [putMark("late-1"), completionWrite(zombie, ANSWER)]);
    expect(late).toMatchObject({ committed: false, failed: ["idempotency"] });
    expect(await transact(engine.table, [putMark("late-1")])).toEqual({ committed: true });
    await completeIdempotent(engine.table, zombie, { status: 500, body: "zombie" });
    await releaseIdempotent(engine.table, zombie);
    await completeIdempotent(engine.table, retry, ANSWER);
    expect(await begin(of, { at: NOW + LEASE_MS })).toEqual(ANSWER);
  });

  it("leaves no checkout and no event behind when its creation comes too late", async () => {
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
    expect((await listEvents(engine.table, tenant, page, NOW)).data).toEqual([]);
  });
});

function putMark(name: string) {
  return {
    label: "mark",
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
