import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDays, dayOf, startOfDay } from "../../lib/contract/days.ts";
import { defaultSettings } from "../../lib/domain/notification.ts";
import type { LocalStack } from "../../lib/local/compose-stack.ts";
import { LOCAL_TELEGRAM_CLIENT_ID } from "../../lib/local/telegram.ts";
import { saveSettings } from "../../lib/store/notifications.ts";
import { eventWrites } from "../../lib/store/outbox.ts";
import { incrementWrites } from "../../lib/store/stats.ts";
import { transact } from "../../lib/store/transact.ts";
import { call, logIn, type Visitor, withSigningKey } from "../support/api.ts";
import { newEvent } from "../support/events.ts";
import { startLocal, tableOf } from "../support/running-stack.ts";
import { teamOf } from "../support/users.ts";

let stack: LocalStack;
let lastChat = 900_000;

beforeAll(async () => {
  stack = await withSigningKey(await startLocal({ config: { otpPerAddressPerHour: 10_000 } }));
});
afterAll(() => stack?.close());

interface Told extends Visitor {
  readonly chat: string;
}

/** Links a Telegram login, whose chat gets the messages from then on. */
async function withTelegram(who: Visitor): Promise<Told> {
  lastChat += 1;
  const chat = String(lastChat);
  const { body: config } = await call(stack.url, "GET", "/api/auth/telegram-config/");
  const person = { id: chat, name: "Sara", nonce: config.nonce };
  const { body } = await call(stack.url, "POST", "/_local/telegram/token/", { body: person });
  const linked = await who.send("POST", "me/logins/", { body: { id_token: body.id_token } });
  expect(linked.status, JSON.stringify(linked.body)).toBe(200);
  return { ...who, chat };
}

const owner = async () => withTelegram(await logIn(stack));

/** What the bot wrote to a member, oldest first. */
async function told({ chat }: Told): Promise<readonly string[]> {
  const path = `/_local/telegram/messages/?chat_id=${chat}`;
  const { body } = await call(stack.url, "GET", path);
  return body.messages.map(({ text }: { text: string }) => text);
}

/** What came by SMS besides login codes and invitations. */
const texted = ({ phone }: Visitor) =>
  stack.inbox
    .find(phone)
    .map(({ text }) => text)
    .filter((text) => !/login code|\/join#/.test(text));

const choose = async (who: Visitor, body: object) => {
  const answer = await who.send("PATCH", "me/notifications/", { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const settings = async (who: Visitor) => (await who.send("GET", "me/notifications/")).body;

const fail = (body: object) => call(stack.url, "POST", "/_local/telegram/faults/", { body });
const bot = (who: Told, action: "block" | "unblock") =>
  call(stack.url, "POST", `/_local/telegram/people/${who.chat}/${action}/`);

/** Commits an event of an account, as some change of it would. */
async function happen(who: Visitor, type: string, more: object = {}) {
  const at = stack.now();
  const facts = { accountId: who.accountId, appId: null, livemode: true, type, sequence: 0 };
  const event = newEvent({ ...facts, objectId: who.accountId, ...more }, at);
  await transact(tableOf(stack), eventWrites(event));
  await stack.idle();
  return event;
}

async function changeAccount(who: Visitor): Promise<void> {
  const app = await who.send("POST", "apps/", { body: { name: "Shop" } });
  const body = { provider: "telebirr", account_name: "Shop", account_number: "0911223344" };
  const made = await who.send("POST", `apps/${app.body.app_id}/payment-methods/`, { body });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  await stack.idle();
}

describe("a member with Telegram", () => {
  it("is told once of an event that arrives twice, with a link and by the service's own bot", async () => {
    const who = await owner();
    const event = await happen(who, "credits.low");
    const detail = {
      ...{ version: 1, id: event.id, account_id: who.accountId, app_id: null },
      ...{ livemode: true, type: "credits.low", sequence: 0 },
    };
    const body = JSON.stringify({ detail });
    await stack.invoke("workers-send-notifications", { Records: [{ messageId: "1", body }] });
    await stack.idle();
    expect(await told(who)).toEqual([
      expect.stringMatching(/^Your credits are running low.* https?:\/\/\S+\/credits$/),
    ]);
    const { body: kept } = await call(
      stack.url,
      "GET",
      `/_local/telegram/messages/?bot=${LOCAL_TELEGRAM_CLIENT_ID}&chat_id=${who.chat}`,
    );
    expect(kept.messages).toHaveLength(1);
    expect(texted(who)).toEqual([]);
  });

  it("hears nothing of test mode, of what they turned off, and of the rest", async () => {
    const who = await owner();
    const kinds = (await settings(who)).kinds.filter((kind: string) => kind !== "credits");
    await choose(who, { kinds });
    await happen(who, "credits.low");
    await happen(who, "checkout.created");
    await happen(who, "webhook.disabled", { livemode: false });
    await happen(who, "webhook.disabled");
    expect(await told(who)).toEqual([
      expect.stringMatching(/webhook endpoint was disabled .*\/webhooks\/whk_\w+$/),
    ]);
  });

  it("is told in the language that they chose", async () => {
    const who = await owner();
    await choose(who, { language: "am" });
    await happen(who, "credits.low");
    expect(await told(who)).toEqual([expect.stringContaining("ክሬዲትዎ እያለቀ ነው")]);
  });

  it("hears of each payment only if they want to, with the amount", async () => {
    const [wants, not] = [await owner(), await owner()];
    await choose(wants, { paid: "each" });
    const object = {
      ...{ id: "co_01m7w2q3r4s5t6v7w8x9y0z1a2", amount: 150_000, currency: "ETB" },
      created_at: new Date(stack.now()).toISOString(),
    };
    for (const who of [wants, not]) await happen(who, "checkout.verified", { appId: 7, object });
    expect(await told(wants)).toEqual([
      expect.stringMatching(/^Paid: ETB 1,500\.00\. \S+\/checkouts\/co_\w+$/),
    ]);
    expect(await told(not)).toEqual([]);
  });

  it("gets yesterday's sum in the morning, once, also if no run came at eight, if they want it and see statistics: workers/send-daily-summaries", async () => {
    const [wants, not] = [await owner(), await owner()];
    await choose(wants, { paid: "daily" });
    const cashier = await withTelegram(await teamOf(stack, () => wants).join("cashier"));
    const daily = { body: { paid: "daily" } };
    expect((await cashier.send("PATCH", "me/notifications/", daily)).status).toBe(403);
    // As chosen with another role.
    const before = defaultSettings(wants.accountId, cashier.userId);
    await saveSettings(tableOf(stack), before, { paid: "daily" });
    expect(await settings(cashier)).toMatchObject({ paid: "none" });
    const today = dayOf(stack.now());
    for (const { accountId } of [wants, not]) {
      const row = { accountId, mode: "live" as const, appId: 7, day: today };
      const counters = { verified: 3, "amount ETB": 450_000 };
      await transact(tableOf(stack), incrementWrites([{ ...row, counters }]));
    }
    for (const hour of [9, 10]) {
      const at = startOfDay(addDays(today, 1)) + hour * 3_600_000 + 60_000;
      await stack.advance(Math.ceil((at - stack.now()) / 1000));
      await stack.runSchedule("send-daily-summaries");
      await stack.idle();
    }
    expect(await told(wants)).toEqual([
      expect.stringMatching(/^Yesterday's verified payments: 3, ETB 4,500\.00 in total\. /),
    ]);
    for (const who of [not, cashier]) expect(await told(who)).toEqual([]);
  });

  it("gets nothing in quiet hours but what may be fraud, and the rest when they end", async () => {
    const who = await owner();
    const clock = new Date(stack.now() + 3 * 3_600_000).toISOString();
    const later = new Date(stack.now() + 5 * 3_600_000).toISOString().slice(11, 16);
    await choose(who, { quiet_hours: { from: clock.slice(11, 16), until: later } });
    await happen(who, "credits.low");
    await changeAccount(who);
    expect(await told(who)).toEqual([expect.stringContaining("receiving account")]);
    await stack.advance(2 * 3600 + 60);
    await stack.idle();
    expect((await told(who))[1]).toContain("credits are running low");
  });

  it("gets the message later when Telegram asks to wait, fails or can't be reached", async () => {
    const who = await owner();
    await fail({ status: 429, description: "Too Many Requests", retry_after: 17 });
    await happen(who, "credits.low");
    expect(await told(who)).toEqual([]);
    await stack.advance(18);
    await stack.idle();
    expect(await told(who)).toHaveLength(1);
    await fail({ status: 500 });
    await happen(who, "webhook.disabled");
    expect(await told(who)).toHaveLength(1);
    await stack.advance(60);
    await stack.idle();
    expect(await told(who)).toHaveLength(2);
  });

  it("gets a message once, and it counts once, however often Telegram asks to wait", async () => {
    const who = await owner();
    await fail({ status: 429, retry_after: 1, times: 61 });
    await happen(who, "credits.low");
    for (let waits = 0; waits < 61; waits++) await stack.advance(2);
    await stack.idle();
    expect(await told(who)).toEqual([expect.not.stringContaining("this hour")]);
  });

  it("who blocks the bot gets no more messages, sees why, and what may be fraud by SMS", async () => {
    const who = await owner();
    await bot(who, "block");
    await happen(who, "credits.low");
    expect((await settings(who)).stopped).toMatchObject({ reason: "blocked" });
    await bot(who, "unblock");
    await happen(who, "webhook.disabled");
    expect([await told(who), texted(who)]).toEqual([[], []]);
    await changeAccount(who);
    expect(texted(who)).toEqual([expect.stringContaining("receiving account")]);
    // The test message shows that the bot can write again, and everything goes on.
    expect((await who.send("POST", "me/notifications/test/", { body: {} })).status).toBe(202);
    await stack.idle();
    expect(await told(who)).toEqual([expect.stringContaining("This is a test")]);
    expect((await settings(who)).stopped).toBeNull();
  });

  it("waits for a Bot API that is down without asking it again and again", async () => {
    const who = await owner();
    const broken = 100;
    await fail({ status: 502, times: broken });
    const types = ["credits.low", "credits.exhausted", "webhook.disabled", "books.difference"];
    for (const type of types) await happen(who, type);
    await happen(who, "checkout.review", {
      object: { id: "co_01m7w2q3r4s5t6v7w8x9y0z1a3", amount: 100, currency: "ETB" },
    });
    // The breaker is open: the sixth message does not ask, though the Bot API answers again.
    await changeAccount(who);
    const { body } = await call(stack.url, "DELETE", "/_local/telegram/faults/");
    expect(broken - body.result).toBeLessThan(10);
    expect(await told(who)).toEqual([]);
    for (let waits = 0; waits < 6; waits++) {
      await stack.advance(900);
      await stack.idle();
    }
    expect(await told(who)).toHaveLength(6);
  });
});

describe("who is told", () => {
  it("are all owners, of a change of a receiving account, also those who want to hear nothing", async () => {
    const first = await logIn(stack);
    await choose(first, { channel: "none", kinds: [] });
    const team = teamOf(stack, () => first);
    const second = await withTelegram(await team.join("manager"));
    await changeAccount(first);
    expect(texted(first)).toEqual([expect.stringContaining("receiving account")]);
    expect(await told(second)).toEqual([expect.stringContaining("receiving account")]);
  });

  it("are all owners, of a phone that is paired or gets another secret, and of a higher limit of bank messages", async () => {
    const boss = await owner();
    await choose(boss, { kinds: [] });
    const { app_id } = (await boss.send("POST", "apps/", { body: { name: "Shop" } })).body;
    const expectTold = async (times: number) => {
      await stack.idle();
      expect((await told(boss)).filter((text) => /bank messages/.test(text))).toHaveLength(times);
    };
    const body = { app_id, name: "Till", kind: "sms_forwarder" };
    const paired = await boss.send("POST", "notice-sources/", { body });
    expect(paired.status).toBe(201);
    await expectTold(1);
    const rotate = `notice-sources/${paired.body.id}/rotate-secret/`;
    expect((await boss.send("POST", rotate, { body: {} })).status).toBe(200);
    await expectTold(2);
    const limit = async (notice_limit: number) => {
      const { status } = await boss.send("PATCH", `apps/${app_id}/`, { body: { notice_limit } });
      expect(status).toBe(200);
    };
    await limit(100_000);
    await expectTold(3);
    await limit(50_000);
    await expectTold(3);
  });

  it("hears once of a statement that has an event for each app, if one of the apps is theirs", async () => {
    const boss = await owner();
    const newApp = async (name: string): Promise<number> =>
      (await boss.send("POST", "apps/", { body: { name } })).body.app_id;
    const [first, second, third] = [await newApp("1"), await newApp("2"), await newApp("3")];
    const join = async (app: number) =>
      withTelegram(await teamOf(stack, () => boss).join("accountant", { apps: [app] }));
    const [ofSecond, ofThird] = [await join(second), await join(third)];
    const at = stack.now();
    const common = { accountId: boss.accountId, livemode: true, type: "books.difference" };
    const objectId = "bst_01m7w2q3r4s5t6v7w8x9y0z1a2";
    const writes = [first, second].map((appId) =>
      eventWrites(newEvent({ ...common, appId, sequence: 0, objectId }, at)),
    );
    await transact(tableOf(stack), writes.flat());
    await stack.idle();
    const counts = [boss, ofSecond, ofThird].map(async (who) => (await told(who)).length);
    expect(await Promise.all(counts)).toEqual([1, 1, 0]);
  });

  it("depends on the role, and ends with the membership", async () => {
    const boss = await owner();
    const team = teamOf(stack, () => boss);
    const accountant = await withTelegram(await team.join("accountant"));
    const developer = await withTelegram(await team.join("developer"));
    await happen(boss, "books.difference");
    await happen(boss, "webhook.disabled");
    expect(await told(accountant)).toEqual([expect.stringContaining("statement")]);
    expect(await told(developer)).toEqual([expect.stringContaining("webhook")]);
    expect((await settings(developer)).available_kinds).toEqual(["webhook", "sign_in"]);
    // A message that waits when the member is removed is not sent either.
    await fail({ status: 429, retry_after: 60 });
    await choose(boss, { channel: "none" });
    await happen(boss, "books.difference");
    await boss.send("DELETE", `members/${accountant.userId}/`);
    await happen(boss, "books.difference");
    await stack.advance(120);
    await stack.idle();
    expect(await told(accountant)).toHaveLength(1);
  });

  it("is a user who signs in, but not for the code that the same phone has just got", async () => {
    const who = await owner();
    await logIn(stack, who.phone);
    await stack.idle();
    expect(await told(who)).toEqual([expect.stringContaining("signed in to your account")]);
    const other = await logIn(stack);
    await logIn(stack, other.phone);
    await stack.idle();
    expect(texted(other)).toEqual([]);
  });
});

describe("a member with a phone only", () => {
  it("gets an SMS of what is urgent, one a day of a type, at most five a day for the account", async () => {
    const who = await logIn(stack);
    await happen(who, "credits.low");
    await happen(who, "credits.low");
    await happen(who, "webhook.disabled");
    expect(texted(who)).toHaveLength(2);
    for (const text of texted(who)) expect(text.length).toBeLessThanOrEqual(160);
    for (const type of ["credits.exhausted", "books.difference", "checkout.review"]) {
      await happen(who, type, { object: { id: "co_1", amount: 100, currency: "ETB" } });
    }
    expect(texted(who)).toHaveLength(5);
    await stack.advance(86_400);
    await happen(who, "credits.low");
    expect(texted(who)).toHaveLength(6);
  });

  it("is not told once the account is closed", async () => {
    const who = await logIn(stack);
    await who.send("DELETE", "me/");
    await happen(who, "webhook.disabled");
    expect(texted(who)).toEqual([]);
  });
});

describe("the settings: platform/read-notifications platform/update-notifications platform/test-notifications", () => {
  it("begin with everything on but payments, by Telegram or by SMS for owners", async () => {
    const plain = await logIn(stack);
    expect(await settings(plain)).toMatchObject({
      ...{ channel: "sms", available_channels: ["sms", "none"], paid: "none", stopped: null },
      kinds: ["review", "webhook", "credits", "receiving_account", "notice_source"].concat([
        "sign_in",
        "books",
      ]),
    });
    // Absent in the configuration of this stack.
    expect((await settings(plain)).telegram_bot_url).toBe(null);
    const cashier = await teamOf(stack, () => plain).join("cashier");
    expect(await settings(cashier)).toMatchObject({ channel: "none", kinds: ["sign_in"] });
    expect((await settings(await withTelegram(plain))).channel).toBe("telegram");
  });

  it("refuse a channel without its login, bad times and unknown kinds, and keep what is not named", async () => {
    const who = await logIn(stack);
    const change = (body: object) => who.send("PATCH", "me/notifications/", { body });
    expect((await change({ channel: "telegram" })).status).toBe(409);
    const bad = { quiet_hours: { from: "25:00", until: "07:00" } };
    for (const body of [{}, bad, { kinds: ["gossip"] }, { paid: "weekly" }]) {
      expect((await change(body)).status).toBe(400);
    }
    await choose(who, { kinds: ["books"] });
    expect(await choose(who, { paid: "daily" })).toMatchObject({
      ...{ kinds: ["receiving_account", "books"], paid: "daily" },
    });
  });

  it("allow five test messages an hour", async () => {
    const who = await logIn(stack);
    const statuses: number[] = [];
    for (let sent = 0; sent < 6; sent++) {
      statuses.push((await who.send("POST", "me/notifications/test/", { body: {} })).status);
    }
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
    await stack.idle();
  });
});
