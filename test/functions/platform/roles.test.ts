import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../../lib/domain/ids.ts";
import type { LocalStack } from "../../../lib/local/compose-stack.ts";
import { randomBytes } from "../../../lib/pipeline/deps.ts";
import { captureWrites } from "../../../lib/store/credits.ts";
import { transact } from "../../../lib/store/transact.ts";
import { logIn, type Visitor, withSigningKey } from "../../support/api.ts";
import { createMerchant } from "../../support/merchant.ts";
import { startLocal, tableOf } from "../../support/running-stack.ts";
import { teamOf } from "../../support/users.ts";

let stack: LocalStack;
let owner: Visitor;
let team: ReturnType<typeof teamOf>;

beforeAll(async () => {
  stack = await withSigningKey(await startLocal({ config: { otpPerAddressPerHour: 10_000 } }));
  team = teamOf(stack, () => owner);
}, 400_000);
beforeEach(async () => {
  owner = await logIn(stack);
});
afterAll(() => stack?.close());

const FIRST_SHARD = { shard: 0, draw: null };

/** Spends a credit of the account's only shard for a checkout. */
async function spendCredit(accountId: string, source: string): Promise<void> {
  const createdAt = stack.now();
  const id = newId("led_", createdAt, randomBytes(10));
  const facts = { kind: "capture", credits: 1, note: null } as const;
  const writes = captureWrites({ ...facts, id, accountId, source, createdAt }, FIRST_SHARD);
  expect((await transact(tableOf(stack), writes)).committed).toBe(true);
}

describe("money safety: platform/read-account platform/update-account", () => {
  it("lets an owner alone decide above the approval limit", async () => {
    const manager = await team.join("manager");
    const set = await owner.send("PATCH", "account/", { body: { approval_limit: 10_000 } });
    expect(set.body).toMatchObject({ approval_limit: 10_000, currency: "ETB" });
    expect((await manager.send("GET", "account/")).body.approval_limit).toBe(10_000);
    expect(
      (await manager.send("PATCH", "account/", { body: { approval_limit: null } })).status,
    ).toBe(403);
    const { appId } = await createMerchant(tableOf(stack), { accountId: owner.accountId });
    const checkout = async (amount: number) =>
      (await owner.send("POST", "checkouts/", { body: { app_id: appId, amount } })).body.id;
    const reason = { body: { reason: "Seen", sequence: 1 } };
    const large = await manager.send("POST", `checkouts/${await checkout(10_001)}/reject/`, reason);
    expect([large.status, large.body.code]).toEqual([403, "forbidden"]);
    // Within the limit, the checkout's own state decides: it is not in review.
    const small = await manager.send("POST", `checkouts/${await checkout(10_000)}/reject/`, reason);
    expect(small.status).toBe(409);
  });

  it("names member and role in the audit log", async () => {
    const manager = await team.join("manager");
    await manager.send("PATCH", "me/", { body: { name: "Almaz" } });
    await manager.send("POST", "apps/", { body: { name: "Kiosk" } });
    const { data } = (await owner.send("GET", "audit/")).body;
    const entry = data.find(({ action }: { action: string }) => action === "app.created");
    expect(entry.actor).toEqual({
      ...{ kind: "user", id: manager.userId },
      ...{ name: "Almaz", phone: `*****${manager.phone.slice(-4)}`, role: "manager" },
    });
    const joined = data.find(({ action }: { action: string }) => action === "member.joined");
    expect(joined.actor).toMatchObject({ id: manager.userId, role: "manager" });
  });

  it("tells all owners when a receiving account changes", async () => {
    const { appId } = await createMerchant(tableOf(stack), { accountId: owner.accountId });
    const body = { provider: "telebirr", account_name: "Kiosk", account_number: "0911334455" };
    const headers = { "idempotency-key": "receiver-1" };
    const path = `apps/${appId}/payment-methods/`;
    expect((await owner.send("POST", path, { body, headers })).status).toBe(201);
    const warnings = async () => {
      await stack.idle();
      const texts = stack.inbox.find(owner.phone).map(({ text }) => text);
      return texts.filter((text) => text.startsWith("A receiving account")).length;
    };
    expect(await warnings()).toBe(1);
    const { id } = (await owner.send("GET", path)).body.data.at(-1);
    const change = (more: object) => owner.send("PATCH", `${path}${id}/`, { body: more });
    expect((await change({ position: 7 })).status).toBe(200);
    expect(await warnings()).toBe(1);
    // Customers read both beside the number.
    expect((await change({ instructions: "Pay to 0911556677." })).status).toBe(200);
    expect(await warnings()).toBe(2);
    expect((await change({ label: "Now 0911556677" })).status).toBe(200);
    expect(await warnings()).toBe(3);
  });

  it("masks receiving accounts for roles that can't change them", async () => {
    const merchant = await createMerchant(tableOf(stack), { accountId: owner.accountId });
    const path = `apps/${merchant.appId}/payment-methods/`;
    const numbers = async (who: Visitor) =>
      (await who.send("GET", path)).body.data.map(
        ({ account_number }: { account_number: string }) => account_number,
      );
    expect((await numbers(owner)).join()).not.toContain("*");
    for (const role of ["developer", "accountant", "cashier"]) {
      for (const number of await numbers(await team.join(role))) expect(number).toMatch(/^\*{5}/);
    }
    const body = { app_id: merchant.appId, amount: 500 };
    const { id } = (await owner.send("POST", "checkouts/", { body })).body;
    const shown = async (who: Visitor) => {
      const one = (await who.send("GET", `checkouts/${id}/`)).body;
      const listed = (await who.send("GET", "checkouts/")).body.data;
      const same = listed.find((found: { id: string }) => found.id === id);
      return [one, same].map(({ payment_methods: [method] }) => method.account_number[0]);
    };
    expect(await shown(owner)).not.toContain("*");
    expect(await shown(await team.join("accountant"))).toEqual(["*", "*"]);
  });

  it("masks them in every answer to these roles: of a created checkout, repeated, and in a webhook's payload", async () => {
    const merchant = await createMerchant(tableOf(stack), { accountId: owner.accountId });
    const numbers = (body: unknown) =>
      [...JSON.stringify(body).matchAll(/account_number\\*":\\*"([^"\\]+)/g)].map(([, one]) => one);
    const body = { app_id: merchant.appId, amount: 500, livemode: false };
    for (const role of ["owner", "manager", "developer", "cashier"]) {
      const who = role === "owner" ? owner : await team.join(role);
      const once = { body, headers: { "idempotency-key": "shared" } };
      const answers = [await who.send("POST", "checkouts/", once)];
      answers.push(await who.send("POST", "checkouts/", once));
      answers.push(await who.send("POST", "checkouts/", { body }));
      for (const { body: checkout } of answers) {
        const shown = numbers(checkout);
        expect(shown.length).toBeGreaterThan(0);
        const isWhole = ["owner", "manager"].includes(role);
        expect([role, shown.every((number) => number?.startsWith("*****"))]).toEqual([
          role,
          !isWhole,
        ]);
      }
    }
    const developer = await team.join("developer");
    const hook = {
      app_id: merchant.appId,
      url: `${stack.url}/_local/receiver/team/`,
      events: ["*"],
      livemode: false,
    };
    const { body: endpoint } = await developer.send("POST", "webhooks/", { body: hook });
    expect(endpoint).toMatchObject({ object: "webhook_endpoint" });
    const { id } = endpoint;
    const event = { type: "checkout.verified", endpoint_id: id };
    const { body: triggered } = await developer.send("POST", "events/trigger/", { body: event });
    const path = `webhooks/${id}/deliveries/${triggered.delivery.id}/`;
    const { payload } = (await developer.send("GET", path)).body;
    for (const answer of [triggered.event, payload]) {
      expect(numbers(answer)).toEqual(numbers(answer).map(() => expect.stringMatching(/^\*{5}/)));
      expect(numbers(answer).length).toBeGreaterThan(0);
    }
    const whole = (await owner.send("GET", path)).body.payload;
    expect(numbers(whole).join()).not.toContain("*");
  });

  it("masks them, too, where the shop's own metadata looks like a broken payload", async () => {
    const { appId } = await createMerchant(tableOf(stack), { accountId: owner.accountId });
    const metadata = { payload: '{"account_number":"0911223344' };
    const body = { app_id: appId, amount: 500, metadata };
    const { id } = (await owner.send("POST", "checkouts/", { body })).body;
    const { status, body: shown } = await (await team.join("accountant")).send(
      "GET",
      `checkouts/${id}/`,
    );
    expect(status).toBe(200);
    expect(shown.metadata.payload).toBe('{"account_number":"*****"');
    expect(shown.payment_methods[0].account_number).toMatch(/^\*{5}/);
  });
});

describe("a limited view", () => {
  it("shows a cashier their own checkouts and those of today, and exports nothing", async () => {
    const { appId } = await createMerchant(tableOf(stack), { accountId: owner.accountId });
    const cashier = await team.join("cashier");
    const body = { app_id: appId, amount: 500 };
    const own = (await cashier.send("POST", "checkouts/", { body })).body.id;
    const others = (await owner.send("POST", "checkouts/", { body })).body.id;
    const listed = async (who: Visitor, query = "") =>
      (await who.send("GET", `checkouts/${query}`)).body.data.map(({ id }: { id: string }) => id);
    expect(await listed(cashier)).toEqual([others, own]);
    expect(await listed(cashier, "?mine=true")).toEqual([own]);
    await stack.advance(86_400);
    const tomorrow = await team.refreshed(cashier);
    expect(await listed(tomorrow)).toEqual([]);
    expect(await listed(tomorrow, "?mine=true")).toEqual([own]);
    expect((await tomorrow.send("GET", `checkouts/${own}/`)).status).toBe(200);
    expect((await tomorrow.send("GET", `checkouts/${others}/`)).status).toBe(404);
    expect(await listed(tomorrow, `?search=${others}`)).toEqual([]);
    expect((await tomorrow.send("GET", "checkouts/?format=csv")).status).toBe(403);
  });

  it("lets a developer create in test mode only", async () => {
    const { appId } = await createMerchant(tableOf(stack), { accountId: owner.accountId });
    const developer = await team.join("developer");
    const body = { app_id: appId, amount: 500 };
    expect((await developer.send("POST", "checkouts/", { body })).status).toBe(403);
    const test = { body: { ...body, livemode: false } };
    expect((await developer.send("POST", "checkouts/", test)).status).toBe(201);
  });

  it("of some apps hides the others", async () => {
    const [one, two] = [
      await createMerchant(tableOf(stack), { accountId: owner.accountId }),
      await createMerchant(tableOf(stack), { accountId: owner.accountId }),
    ];
    const manager = await team.join("manager", { apps: [one.appId] });
    const apps = (await manager.send("GET", "apps/")).body.data;
    expect(apps.map(({ app_id }: { app_id: number }) => app_id)).toEqual([one.appId]);
    expect((await manager.send("GET", `apps/${two.appId}/`)).status).toBe(404);
    expect((await manager.send("GET", "checkouts/")).status).toBe(400);
    expect((await manager.send("GET", `checkouts/?app_id=${one.appId}`)).status).toBe(200);
    expect((await manager.send("GET", `checkouts/?app_id=${two.appId}`)).status).toBe(404);
    const developer = await team.join("developer", { apps: [one.appId] });
    const lists: readonly (readonly [Visitor, string])[] = [
      ...["payment-links", "notice-sources", "stats"].map((path) => [manager, path] as const),
      ...["api-keys", "webhooks"].map((path) => [developer, path] as const),
    ];
    for (const [who, path] of lists) {
      const statusOf = async ({ appId }: { appId: number }) =>
        (await who.send("GET", `${path}/?app_id=${appId}`)).status;
      expect([path, await statusOf(one), await statusOf(two)]).toEqual([path, 200, 404]);
    }
    expect((await manager.send("POST", "apps/", { body: { name: "x" } })).status).toBe(403);
    expect((await team.invite({ role: "cashier", apps: [two.appId] }, manager)).status).toBe(404);
    const customer = { phone: "0911223344" };
    const body = { app_id: two.appId, amount: 500, customer };
    expect((await owner.send("POST", "checkouts/", { body })).status).toBe(201);
    const about = async (who: Visitor) => {
      const exported = await who.send("GET", `customers/?phone=${customer.phone}`);
      expect(exported.status).toBe(200);
      const erased = await who.send("POST", "customers/erase/", { body: customer });
      return [exported.body.data.length, erased.body.erased + erased.body.undecided];
    };
    expect(await about(owner)).toEqual([1, 1]);
    expect(await about(manager)).toEqual([0, 0]);
    // An erasure of many checkouts goes on with a cursor: it may read the key, which opens no other text.
    const later = { ...customer, cursor: "A".repeat(80) };
    expect((await owner.send("POST", "customers/erase/", { body: later })).status).toBe(400);
  });

  it("replays to nobody what another member's request with the same key got", async () => {
    const [one, two] = [
      await createMerchant(tableOf(stack), { accountId: owner.accountId }),
      await createMerchant(tableOf(stack), { accountId: owner.accountId }),
    ];
    const manager = await team.join("manager", { apps: [one.appId] });
    const body = { app_id: two.appId, amount: 500, customer: { name: "Almaz Worku" } };
    const { id } = (await owner.send("POST", "checkouts/", { body })).body;
    const headers = { "idempotency-key": "cancel-1" };
    const cancel = (who: Visitor) => who.send("POST", `checkouts/${id}/cancel/`, { headers });
    expect((await cancel(owner)).status).toBe(200);
    expect((await cancel(owner)).headers.get("idempotent-replayed")).toBe("true");
    expect((await cancel(manager)).status).toBe(404);
  });

  it("of some apps shows every change of the credits, but no checkout of another app: platform/list-ledger", async () => {
    const [one, two] = [
      await createMerchant(tableOf(stack), { accountId: owner.accountId }),
      await createMerchant(tableOf(stack), { accountId: owner.accountId }),
    ];
    const manager = await team.join("manager", { apps: [one.appId] });
    const spend = async ({ appId }: { appId: number }) => {
      const body = { app_id: appId, amount: 500 };
      const { id } = (await owner.send("POST", "checkouts/", { body })).body;
      await spendCredit(owner.accountId, id);
      return id as string;
    };
    const [own, hidden] = [await spend(one), await spend(two)];
    await spendCredit(owner.accountId, "co_that_is_gone");
    const ledger = async (who: Visitor) => {
      const { data } = (await who.send("GET", "credits/ledger/")).body;
      return data.map((entry: { source: string; credits: number }) => [
        entry.source,
        entry.credits,
      ]);
    };
    const all = await ledger(owner);
    expect(all.slice(0, 3)).toEqual([
      ["co_that_is_gone", -1],
      [hidden, -1],
      [own, -1],
    ]);
    expect(await ledger(manager)).toEqual([
      ["other_app", -1],
      ["other_app", -1],
      [own, -1],
      ...all.slice(3),
    ]);
  });

  it("of some apps shows in the audit log who works with no others", async () => {
    const [one, two] = [
      await createMerchant(tableOf(stack), { accountId: owner.accountId }),
      await createMerchant(tableOf(stack), { accountId: owner.accountId }),
    ];
    const manager = await team.join("manager", { apps: [one.appId] });
    const cashier = await team.join("cashier", { apps: [one.appId] });
    const other = await team.join("cashier", { apps: [one.appId, two.appId] });
    const everywhere = await team.join("cashier");
    for (const who of [manager, cashier, other, everywhere]) {
      const body = { app_id: one.appId, amount: 500 };
      expect((await who.send("POST", "checkouts/", { body })).status).toBe(201);
    }
    const actors = async (who: Visitor) => {
      const { data } = (await who.send("GET", "audit/?limit=100")).body;
      return new Set<string>(data.map(({ actor }: { actor: { id: string } }) => actor.id));
    };
    expect(await actors(manager)).toEqual(new Set([manager.userId, cashier.userId]));
    const first = await manager.send("GET", "audit/?limit=1");
    const next = await manager.send(
      "GET",
      `audit/?limit=1&cursor=${encodeURIComponent(first.body.next_cursor)}`,
    );
    const shown = [first, next].flatMap(({ body }) => body.data);
    expect(shown.map(({ actor }: { actor: { id: string } }) => actor.id)).toEqual([
      cashier.userId,
      manager.userId,
    ]);
    const all = [owner, manager, cashier, other, everywhere].map(({ userId }) => userId);
    expect([...(await actors(owner))]).toEqual(expect.arrayContaining(all));
  });
});

describe("the role of an owner", () => {
  it("is given by nobody to themselves or others, and the last owner keeps it", async () => {
    for (const role of ["manager", "developer", "cashier", "accountant"] as const) {
      const member = await team.join(role);
      // The only ones who change members at all are refused by the body: ownership is offered and accepted.
      const refused = role === "manager" ? 400 : 403;
      for (const who of [member.userId, owner.userId]) {
        const body = { role: "owner" };
        const { status } = await member.send("PATCH", `members/${who}/`, { body });
        expect([role, status]).toEqual([role, refused]);
      }
      expect((await member.send("PATCH", "me/", { body: { role: "owner" } })).status).toBe(400);
      expect((await member.send("POST", "me/ownership/", proofOf(member))).status).toBe(400);
      const offer = await member.send("POST", `ownership/${member.userId}/`, { body: {} });
      expect([role, offer.status]).toEqual([role, 403]);
      expect((await owner.send("PATCH", `members/${member.userId}/`, toOwner)).status).toBe(400);
    }
    expect((await team.roles()).map(([, role]) => role)).toEqual([
      ...["owner", "manager", "developer", "cashier", "accountant"],
    ]);
  });
  const toOwner = { body: { role: "owner" } };
  const proofOf = ({ phone }: Visitor) => ({ body: { phone, code: "000000" } });
});
