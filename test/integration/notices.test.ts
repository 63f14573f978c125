import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LocalStack } from "../../lib/local/compose-stack.ts";
import { eventWrite } from "../../lib/store/events.ts";
import { transact } from "../../lib/store/transact.ts";
import { logIn, type Visitor, withSigningKey } from "../support/dashboard.ts";
import { newEvent } from "../support/event.ts";
import { startLocal } from "../support/local-stack.ts";
import { tableOf } from "../support/stack.ts";

let stack: LocalStack;

beforeAll(async () => {
  stack = await withSigningKey(await startLocal());
});
afterAll(() => stack?.close());

/** Commits an event of an account, as some change of it would. */
async function happen(who: Visitor, type: string, livemode = true): Promise<void> {
  const at = stack.now();
  const facts = { accountId: who.accountId, appId: null, livemode, type, sequence: 0 };
  const event = newEvent({ ...facts, objectId: who.accountId }, at);
  await transact(tableOf(stack), [eventWrite(event)]);
  await stack.idle();
}

/** What came by SMS besides login codes. */
const notices = (who: Visitor) =>
  stack.inbox.find(who.phone).filter(({ text }) => !text.includes("login code"));

describe("an owner", () => {
  it("gets a notice of urgent events, once a day per kind", async () => {
    const owner = await logIn(stack);
    await happen(owner, "credits.low");
    await happen(owner, "credits.low");
    await happen(owner, "checkout.review");
    expect(notices(owner).map(({ text }) => text)).toEqual([
      expect.stringContaining("credits are running low"),
      expect.stringMatching(/is waiting for you.* https?:\/\/\S+\/checkouts\?status=review$/),
    ]);
    for (const { text } of notices(owner)) expect(text.length).toBeLessThanOrEqual(160);
  });

  it("is not told of the rest, nor of test mode, nor when he wants to hear nothing", async () => {
    const owner = await logIn(stack);
    await happen(owner, "checkout.created");
    await happen(owner, "checkout.review", false);
    await owner.send("PATCH", "me/", { body: { notify_by: "none" } });
    await happen(owner, "webhook.disabled");
    expect(notices(owner)).toEqual([]);
  });

  it("is not told once the account is closed", async () => {
    const owner = await logIn(stack);
    await owner.send("DELETE", "me/");
    await happen(owner, "webhook.disabled");
    expect(notices(owner)).toEqual([]);
  });
});
