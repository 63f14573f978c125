import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { newId } from "../../../lib/domain/ids.ts";
import { dueNoticeChecks, noticeCheckWrite } from "../../../lib/store/notice-checks.ts";
import { transact } from "../../../lib/store/transact.ts";
import { checkNoticePayments } from "../../../lib/use-cases/bank-notices/check-payments.ts";
import { settleAttempt } from "../../../lib/use-cases/verification/settle-attempt.ts";
import { createMerchant, SHOP } from "../../support/merchant.ts";
import { pairedPhone } from "../../support/paired-phone.ts";
import { pair, setUpVerification, submitted } from "../../support/verification.ts";

const setup = setUpVerification();

test.each([
  ["the account that the message names, so that the books can miss it there", "2519****0042", 1],
  ["no account if the message fits two", "2519****", null],
  ["no account if the message names none of them", null, null],
])("a payment that a message proves went to %s", async (_, account, index) => {
  const merchant = await createMerchant(setup.table, { credits: 1 });
  const source = await pair(merchant);
  const { openPaired, hear } = pairedPhone(
    () => merchant,
    () => source,
  );
  const opened = await openPaired();
  const [first] = opened.methods;
  const second = { ...first, id: "pm_0000000002", accountNumber: "251922000042" } as typeof first;
  const methods = [first, second].filter((one) => one !== undefined);
  expect(first?.accountNumber).toBe(SHOP.number);
  const reference = `DKM000000${String(account?.length ?? 0).slice(-1)}`;
  const state = await submitted(opened, reference, "telebirr");
  await hear(reference, { account });
  const { checkout } = await settleAttempt(
    { ...state, checkout: { ...state.checkout, methods } },
    { kind: "unavailable", why: "no connection" },
  );
  expect(checkout.payments).toMatchObject([{ evidence: "notice" }]);
  expect(checkout.payments[0]?.methodId ?? null).toBe(index === null ? null : methods[index]?.id);
});

test("payments that a message proved wait for the next run once a slow bank has used up the time", async () => {
  const at = Date.now();
  const lookup = { provider: "telebirr", reference: "DKC0000001", variant: "receipt" } as const;
  for (let count = 0; count < 2; count++) {
    // Of a checkout that is gone: checked at once, without the bank.
    const check = {
      checkoutId: newId("co_", at, randomBytes(10)),
      attemptId: newId("att_", at, randomBytes(10)),
      lookup: { ...lookup, parts: {}, datedOn: null },
      createdAt: at,
    };
    await transact(setup.table, [noticeCheckWrite(check, at - 1)]);
  }
  expect(await checkNoticePayments(performance.now() - 1)).toBe(0);
  expect(await dueNoticeChecks(setup.table, at, 25)).toHaveLength(2);
  expect(await checkNoticePayments(performance.now() + 60_000)).toBe(2);
  expect(await dueNoticeChecks(setup.table, at, 25)).toHaveLength(0);
});
