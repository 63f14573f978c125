import { BatchWriteCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { newId } from "../lib/domain/ids.ts";
import { randomBytes } from "../lib/pipeline/deps.ts";
import type { MeteredService } from "../test/support/metered-service.ts";
import type { BenchOptions, Figure, Row } from "./figure.ts";
import { fillLists, readLists } from "./growing-lists.ts";
import { captureLog, databaseSum, type Step, walkPayment, warmUp } from "./payment-path.ts";

/** Of two items each; one call takes 25 items. */
const PER_BATCH = 12;
const AT_ONCE = 4;
const SAID_EVERY = 100_000;

/** Copies of a real checkout with ids of their own, straight into the table, from number `from` to `to`. */
export async function fillTable(
  service: MeteredService,
  from: number,
  to: number,
  say: (line: string) => void,
): Promise<void> {
  const { table } = service.engine;
  const log = captureLog();
  const made = await service.create().finally(log.restore);
  const id = String(made.body.id);
  const { Items } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": `CO#${id}` },
    }),
  );
  const text = JSON.stringify(Items);
  const copy = (): readonly Record<string, unknown>[] =>
    JSON.parse(text.replaceAll(id, newId("co_", Date.now(), randomBytes(10))));
  for (let count = from; count < to; count += PER_BATCH * AT_ONCE) {
    if (count > from && count % SAID_EVERY === 0) say(`P4: ${count} of ${to}`);
    await Promise.all(
      Array.from({ length: AT_ONCE }, () =>
        table.client.send(
          new BatchWriteCommand({
            RequestItems: {
              [table.name]: Array.from({ length: PER_BATCH }, copy)
                .flat()
                .map((Item) => ({ PutRequest: { Item } })),
            },
          }),
        ),
      ),
    );
  }
}

/** P3: what each step asks of the table. */
export function databaseWork(steps: readonly Step[]): Figure {
  return {
    id: "P3",
    title: "database calls and capacity units per invocation",
    how: "Counted at the protocol by a proxy before the embedded engine (ReturnConsumedCapacity), containers warm, one webhook endpoint that wants checkout.verified. The higher count doubles the index writes of transactions, as Amazon's DynamoDB Local does. test/functions/capacity.test.ts asserts both.",
    rows: steps.map(({ name, calls }) => {
      const { calls: count, readUnits, writeUnits, higherWriteUnits } = databaseSum(calls);
      const actions = calls.filter(({ service }) => service === "dynamodb").map((c) => c.action);
      return {
        step: name,
        calls: count,
        RCU: readUnits,
        WCU: writeUnits,
        "WCU, higher count": higherWriteUnits,
        actions: actions.join(" "),
      };
    }),
  };
}

/** P4: the same with a fuller table; it must not matter how much is in it. */
export async function fullTable(
  service: MeteredService,
  { full, items, say }: BenchOptions,
): Promise<Figure> {
  const sizes = items ?? (full ? [1_000, 100_000] : [1_000, 20_000]);
  const rows = [];
  const lists: Row[] = [];
  let filled = 0;
  let fillSeconds = 0;
  for (const size of sizes) {
    say(`P4: filling the table up to ${size} checkouts`);
    const startedAt = performance.now();
    await fillTable(service, filled, size, say);
    await fillLists(service, filled, size);
    fillSeconds += (performance.now() - startedAt) / 1000;
    filled = size;
    await warmUp(service);
    const steps = await walkPayment(service);
    rows.push({ of: "the path of a payment", "of each": size, ...totals(steps) });
    lists.push(...(await readLists(service, size)));
  }
  const [first, ...others] = rows.map(({ "of each": _, ...rest }) => JSON.stringify(rest));
  const equal = others.every((row) => row === first);
  return {
    id: "P4",
    title: "the same path with a fuller table",
    how: `${sizes.join(", ")} checkouts, audit entries, notices, unreadable notices and statements of the same account in the table, filled in ${Math.round(fillSeconds)} s${sizes.includes(1_000_000) ? "" : "; 10⁶ was not run (--items)"}. A team has at most 50 members, and books are read by the day. Sums over the whole path of a payment: ${equal ? "equal" : "NOT EQUAL"}.`,
    rows: [...rows, ...lists.toSorted((a, b) => String(a.of).localeCompare(String(b.of), "en"))],
  };
}

function totals(steps: readonly Step[]) {
  const { calls, readUnits, writeUnits } = databaseSum(steps.flatMap((step) => step.calls));
  return { calls, RCU: readUnits, WCU: writeUnits };
}
