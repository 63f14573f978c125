import { afterAll, beforeAll, beforeEach, expect, type MockInstance, test, vi } from "vitest";
import { alarmEntries } from "../../../lib/infra/alarms.ts";
import { submitInput } from "../../../lib/use-cases/verification/submit.ts";
import { type BankAnswer, referenceThat } from "../../support/hostile-bank.ts";
import { createMerchant, type Merchant, SHOP } from "../../support/merchant.ts";
import { open, setUpHostileBank } from "../../support/verification.ts";

let bank: Awaited<ReturnType<typeof setUpHostileBank>>;
let merchant: Merchant;
let output: MockInstance<typeof process.stdout.write>;

beforeAll(async () => {
  bank = await setUpHostileBank();
  // A new shop, the only customer of its bank: its failures alone never change the breaker.
  merchant = await createMerchant(bank.table, { accounts: { http: SHOP } });
});
beforeEach(() => {
  output = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  return () => output.mockRestore();
});
afterAll(() => bank.stop());

/** The sum of `ReceiptsUnreadable` of this bank, as CloudWatch reads it from the log. */
const unreadable = () =>
  output.mock.calls
    .map(([line]) => String(line))
    .filter((line) => line.includes('"_aws"'))
    .map((line) => JSON.parse(line))
    .filter(({ provider }) => provider === "http")
    .reduce((sum, { ReceiptsUnreadable = 0 }) => sum + ReceiptsUnreadable, 0);

async function submit(answer: BankAnswer, number: number): Promise<void> {
  const body = { input: referenceThat(answer, number), provider: "http" as const };
  await submitInput(await open(merchant), body);
}

test("a bank that changes its layout raises an alarm although one small shop uses it", async () => {
  const [alarm] = alarmEntries({
    stage: "prod",
    queues: [],
    workers: [],
    providers: ["http"],
    deadQueues: [],
    tableName: "t",
  }).filter(({ metric }) => metric === "ReceiptsUnreadable");
  for (let number = 1; number <= 3; number++) await submit("unreadable", number);
  expect(unreadable()).toBeGreaterThan(alarm?.threshold ?? Number.POSITIVE_INFINITY);
});

test("one unreadable receipt counts once, however often it is submitted", async () => {
  for (let round = 0; round < 3; round++) await submit("unreadable", 10);
  expect(unreadable()).toBe(1);
});

test("other answers of a bank count nothing as unreadable", async () => {
  await submit("receipt", 20);
  await submit("not_found", 21);
  await submit("server_error", 22);
  expect(unreadable()).toBe(0);
});
