import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { verifyAttempt } from "../../../lib/contract/workers/verification.ts";
import { attemptWrite, leaseAttempt } from "../../../lib/store/attempts.ts";
import { transact } from "../../../lib/store/transact.ts";
import { resumeAttempt as resumeOne } from "../../../lib/use-cases/verification/resume.ts";
import { sweepAttempts } from "../../../lib/use-cases/verification/resume-later.ts";
import { asWorker } from "../../support/function-calls.ts";
import { createMerchant, type Merchant } from "../../support/merchant.ts";
import { open, setUpVerification, stored, submitted } from "../../support/verification.ts";

const resumeAttempt = asWorker(verifyAttempt, resumeOne);

const MINUTE = 60_000;
const verification = setUpVerification();
let merchant: Merchant;
let count = 0;

beforeAll(async () => {
  // Asking the bank again gives no answer, so a try leads to a later one.
  process.env.PROVIDER_TELEBIRR_BASE_URL = "http://127.0.0.1:1";
  merchant = await createMerchant(verification.table);
});
afterEach(async () => {
  // Nothing stays overdue for the next test.
  vi.setSystemTime(Date.now() + 60 * MINUTE);
  await sweptAfter(0);
  vi.useRealTimers();
});

/** An attempt whose message was lost. */
const lost = async () => submitted(await open(merchant), `DKS${String(++count).padStart(7, "0")}`);

/** The messages that the sweeper sends after so many minutes. */
async function sweptAfter(minutes: number) {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * MINUTE });
  const before = verification.messages.length;
  await sweepAttempts();
  return verification.messages.slice(before);
}

test("an attempt whose message was lost is woken within two minutes, and then every ten", async () => {
  const { attempt } = await lost();
  const sent = { attempt_id: attempt.id, cause: "due" };
  expect(await sweptAfter(1)).toEqual([]);
  expect(await sweptAfter(1)).toMatchObject([sent]);
  for (let minute = 0; minute < 10; minute++) expect(await sweptAfter(1)).toEqual([]);
  expect(await sweptAfter(1)).toMatchObject([sent]);
});

test("duplicates of a swept message use up one try", async () => {
  const state = await lost();
  const [first] = await sweptAfter(2);
  const [second] = await sweptAfter(11);
  if (!first || !second) throw new Error("it was not swept");
  for (const message of [first, second, first]) await resumeAttempt(message);
  expect((await stored(state)).attempt.tries).toBe(state.attempt.tries + 1);
});

test("an attempt whose worker died is woken within two minutes after its lease, although it was swept", async () => {
  const state = await lost();
  expect(await sweptAfter(2)).toHaveLength(1);
  const { attempt } = await stored(state);
  expect(await leaseAttempt(verification.table, attempt, Date.now(), MINUTE)).not.toBeNull();
  expect(await sweptAfter(1)).toEqual([]);
  expect(await sweptAfter(1)).toMatchObject([{ attempt_id: attempt.id, cause: "due" }]);
});

test("an attempt whose worker died before the planned time does not wait for that time", async () => {
  const state = await lost();
  const planned = { ...state.attempt, nextAt: Date.now() + 60 * MINUTE, leaseUntil: 0 };
  await transact(verification.table, [attemptWrite(planned, state.attempt.tries)]);
  await leaseAttempt(verification.table, planned, Date.now(), MINUTE);
  const [message] = await sweptAfter(2.5);
  if (!message) throw new Error("it was not swept");
  await resumeAttempt(message);
  expect((await stored(state)).attempt.tries).toBe(planned.tries + 2);
});

test("more attempts than one request takes are all woken in one run, once each", async () => {
  const ids: string[] = [];
  for (let number = 0; number < 23; number++) ids.push((await lost()).attempt.id);
  const sent = await sweptAfter(2);
  expect(sent.map(({ attempt_id }) => attempt_id).toSorted()).toEqual(ids.toSorted());
});
