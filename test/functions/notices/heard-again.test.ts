import { expect, it } from "vitest";
import type { NoticeMessage } from "../../../lib/contract/messages.ts";
import { followNotices } from "../../../lib/contract/workers/notices.ts";
import { issueWrite, listIssues } from "../../../lib/store/issues.ts";
import { markSilentWrite } from "../../../lib/store/notice-sources.ts";
import { transact } from "../../../lib/store/transact.ts";
import { followNotice } from "../../../lib/use-cases/bank-notices/follow.ts";
import { asWorker } from "../../support/function-calls.ts";
import { createMerchant } from "../../support/merchant.ts";
import { beforeCalls, pair, setUpVerification } from "../../support/verification.ts";

const setup = setUpVerification();

it("the error about a silent phone ends with its next message, also where the first try of that dies", async () => {
  const { table } = setup;
  const { accountId, appId } = await createMerchant(table);
  const source = await pair({ accountId, appId });
  const at = Date.now();
  const issue = { kind: "phone_silent", objectId: source, accountId, appId, message: "Silent." };
  await transact(table, [markSilentWrite(source, null), issueWrite({ ...issue, at })]);
  const message: NoticeMessage = {
    ...{ version: 1, account_id: accountId, source_id: source, typed: false },
    ...{ hash: "ping", sent_at: at, received_at: at },
    content: { kind: "ping" },
  };
  const follow = () => asWorker(followNotices, followNotice)(message, async () => false);
  let tries = 0;
  beforeCalls((call) => {
    if (call === "DeleteItem" && ++tries === 1) throw new Error("died");
  });
  await expect(follow()).rejects.toThrow("died");
  await follow();
  const { data } = await listIssues(table, { accountId }, { limit: 100 }, Date.now());
  expect(data).toEqual([]);
});
