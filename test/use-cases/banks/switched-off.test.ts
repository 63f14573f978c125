import { parse } from "node-html-parser";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { verifyAttempt } from "../../../lib/contract/workers/verification.ts";
import type { Checkout } from "../../../lib/domain/checkout.ts";
import { currentPage } from "../../../lib/pages/pay-page/current-page.ts";
import { renderPayPage } from "../../../lib/pages/pay-page/render-pay-page.ts";
import { forgetAll } from "../../../lib/pipeline/cell.ts";
import { table } from "../../../lib/pipeline/deps.ts";
import { getCheckout } from "../../../lib/store/checkouts.ts";
import { switchBank as operatorSwitches } from "../../../lib/use-cases/operator/banks.ts";
import { resumeAttempt as resumeOne } from "../../../lib/use-cases/verification/resume.ts";
import { submitInput } from "../../../lib/use-cases/verification/submit.ts";
import { asWorker, setFunctionEnvironment } from "../../support/function-calls.ts";
import {
  type BankAnswer,
  HOSTILE_BANK_SETTINGS,
  type HostileBank,
  referenceThat,
  startHostileBank,
} from "../../support/hostile-bank.ts";
import { createMerchant, SHOP } from "../../support/merchant.ts";
import { pairedPhone } from "../../support/paired-phone.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { catchWakeUps, open, pair } from "../../support/verification.ts";

const resumeAttempt = asWorker(verifyAttempt, resumeOne);

let engine: TestTable;
let bank: HostileBank;
let wakeUps: ReturnType<typeof catchWakeUps>;
let count = 0;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 2, 6) });
  engine = await startTable();
  bank = await startHostileBank(Date.now);
  wakeUps = catchWakeUps();
});
beforeEach(() => {
  switchBank("on");
  bank.asked.length = 0;
  wakeUps.messages.length = 0;
});
afterAll(async () => {
  vi.useRealTimers();
  wakeUps.restore();
  await bank.close();
  await engine.stop();
});

/** What the operator deploys, into new containers; the accounts that checkouts offer do not change. */
function switchBank(to: "on" | "off"): void {
  const http = { enabled: to === "on", baseUrl: bank.url, settings: HOSTILE_BANK_SETTINGS };
  forgetAll();
  setFunctionEnvironment({
    tableName: engine.table.name,
    dynamoDbEndpoint: engine.endpoint,
    config: { providers: { http } },
  });
}

const checkoutAt = async (...providers: readonly ("http" | "cbe")[]) =>
  open(
    await createMerchant(engine.table, {
      accounts: Object.fromEntries(providers.map((provider) => [provider, SHOP])),
    }),
  );

async function methodsShown(checkout: Checkout) {
  const page = parse(renderPayPage(await currentPage(checkout, {}, Date.now())).body);
  return page.querySelectorAll(".method").map((method) => ({
    provider: method.querySelector("input")?.getAttribute("data-provider"),
    isChosen: method.querySelector("input")?.hasAttribute("checked"),
    hasAccount: method.querySelector("dl") !== null,
    takesNothing: method.textContent.includes("so don't pay this way"),
  }));
}

async function submit(checkout: Checkout, answer: BankAnswer) {
  const body = { input: referenceThat(answer, ++count), provider: "http" as const };
  const { attempt } = await submitInput(checkout, body);
  return attempt.outcome;
}

/** Runs each wake-up at its time. */
async function resume(): Promise<void> {
  for (const message of wakeUps.messages.splice(0)) {
    vi.setSystemTime(message.not_before);
    await resumeAttempt(message);
  }
}

test("a payment to a bank that was switched off since is kept, and verified once it is on again", async () => {
  const checkout = await checkoutAt("http");
  switchBank("off");
  expect(await submit(checkout, "receipt")).toBe("provider_unavailable");
  expect(bank.asked).toEqual([]);
  switchBank("on");
  await resume();
  expect(await getCheckout(table(), checkout.id)).toMatchObject({ status: "verified" });
});

test("a payment that waits when its bank is switched off asks it nothing more", async () => {
  const checkout = await checkoutAt("http");
  await submit(checkout, "hang_up");
  switchBank("off");
  bank.asked.length = 0;
  await resume();
  expect(bank.asked).toEqual([]);
  expect(await getCheckout(table(), checkout.id)).toMatchObject({
    pending: [{ provider: "http" }],
  });
});

test("a reference of a switched-off bank that the checkout does not offer is refused", async () => {
  const checkout = await checkoutAt("cbe");
  switchBank("off");
  await expect(submit(checkout, "receipt")).rejects.toMatchObject({ code: "invalid_request" });
  expect(bank.asked).toEqual([]);
});

test("the page of an open checkout shows no account of a bank that was switched off since", async () => {
  const checkout = await checkoutAt("http", "cbe");
  const on = { hasAccount: true, takesNothing: false };
  const off = { isChosen: false, hasAccount: false, takesNothing: true };
  expect(await methodsShown(checkout)).toEqual([
    { provider: "http", isChosen: true, ...on },
    { provider: "cbe", isChosen: false, ...on },
  ]);
  switchBank("off");
  expect(await methodsShown(checkout)).toEqual([
    { provider: "http", ...off },
    { provider: "cbe", isChosen: true, ...on },
  ]);
});

/** The stage's settings of telebirr, where nothing answers. */
function setTelebirr(enabled: boolean): void {
  forgetAll();
  setFunctionEnvironment({
    tableName: engine.table.name,
    dynamoDbEndpoint: engine.endpoint,
    config: { providers: { telebirr: { enabled, baseUrl: "http://127.0.0.1:1" } } },
  });
}

test.each([
  ["counts while its bank is down", true, false, "verified"],
  ["waits while its bank is switched off", false, false, "open"],
  ["waits while an operator has switched its bank off", true, true, "open"],
])("a payment that only a message shows %s", async (_name, isEnabled, isOff, status) => {
  setTelebirr(true);
  const merchant = await createMerchant(engine.table);
  const source = await pair(merchant);
  const phone = pairedPhone(
    () => merchant,
    () => source,
  );
  const checkout = await phone.openPaired();
  const input = `DKS${String(++count).padStart(7, "0")}`;
  await phone.hear(input);
  setTelebirr(isEnabled);
  const action = { table: engine.table, by: { name: "Marta" }, reason: "Forged", now: Date.now() };
  if (isOff) await operatorSwitches(action, "telebirr", false);
  await submitInput(checkout, { input, provider: "telebirr" });
  if (isOff) await operatorSwitches(action, "telebirr", true);
  expect(await getCheckout(table(), checkout.id)).toMatchObject({ status });
});
