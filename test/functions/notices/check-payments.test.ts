import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { newId } from "../../../lib/domain/ids.ts";
import { dueNoticeChecks, noticeCheckWrite } from "../../../lib/store/notice-checks.ts";
import { transact } from "../../../lib/store/transact.ts";
import { checkNoticePayments } from "../../../lib/use-cases/bank-notices/check-payments.ts";
import { setUpVerification } from "../../support/verification.ts";

const setup = setUpVerification();

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
