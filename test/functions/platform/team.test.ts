import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { LocalStack } from "../../../lib/local/compose-stack.ts";
import {
  askForCode,
  call,
  logIn,
  newPhone,
  type Visitor,
  withSigningKey,
} from "../../support/api.ts";
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

describe("an invitation: platform/invite-member platform/accept-invitation", () => {
  it("makes a member of whoever opens its link, once", async () => {
    const { status, body, token } = await team.invite({ role: "cashier" });
    expect([status, body.sent, body.role]).toEqual([201, false, "cashier"]);
    const [first, second] = [await logIn(stack), await logIn(stack)];
    const opened = await first.send("POST", "me/memberships/preview/", { body: { token } });
    expect(opened.body).toMatchObject({ object: "opened_invitation", role: "cashier" });
    const joined = await first.send("POST", "me/memberships/", { body: { token } });
    expect(joined.body.user).toMatchObject({ role: "cashier", account_id: owner.accountId });
    for (const who of [first, second]) {
      const again = await team.refreshed(who);
      const refused = await again.send("POST", "me/memberships/", { body: { token } });
      expect(refused.status).toBe(404);
    }
    expect(await team.roles()).toEqual([
      [owner.userId, "owner"],
      [first.userId, "cashier"],
    ]);
  });

  it("makes a member of one of two people who accept at the same moment", async () => {
    const { token } = await team.invite({ role: "cashier" });
    const people = [await logIn(stack), await logIn(stack)];
    const answers = await Promise.all(
      people.map((who) => who.send("POST", "me/memberships/", { body: { token } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await team.roles()).toHaveLength(2);
  });

  it("is worth nothing after it was withdrawn: platform/withdraw-invitation platform/list-invitations platform/open-invitation", async () => {
    const { body, token } = await team.invite({ role: "developer" });
    const listed = await owner.send("GET", "members/invitations/");
    expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([body.id]);
    expect(JSON.stringify(listed.body)).not.toContain(token.slice(52));
    expect((await owner.send("DELETE", `members/invitations/${body.id}/`)).status).toBe(204);
    expect((await owner.send("DELETE", `members/invitations/${body.id}/`)).status).toBe(404);
    const late = await logIn(stack);
    expect((await late.send("POST", "me/memberships/", { body: { token } })).status).toBe(404);
    expect((await late.send("POST", "me/memberships/preview/", { body: { token } })).status).toBe(
      404,
    );
  });

  it("for a phone is sent there, and can be accepted by a login with that phone only", async () => {
    const phone = newPhone();
    const { body, token } = await team.invite({ role: "cashier", phone });
    expect(body).toMatchObject({ sent: true, phone: `*****${phone.slice(-4)}` });
    expect(stack.inbox.find(phone).at(-1)?.text).toContain(`/join#${token}`);
    const other = await logIn(stack);
    expect((await other.send("POST", "me/memberships/", { body: { token } })).status).toBe(404);
    const invited = await logIn(stack, phone);
    expect((await invited.send("POST", "me/memberships/", { body: { token } })).status).toBe(200);
  });

  it("for a phone of a country that gets no login codes is made, and not sent", async () => {
    const phone = "+447400123456";
    const { status, body, token } = await team.invite({ role: "cashier", phone });
    expect([status, body.sent, token.length > 0]).toEqual([201, false, true]);
    expect(stack.inbox.find(phone)).toEqual([]);
  });

  it("counts for the day only if it is made: refused ones take nothing from the others", async () => {
    const manager = await team.join("manager");
    for (let refused = 0; refused < 50; refused++)
      expect((await team.invite({ role: "developer" }, manager)).status).toBe(403);
    expect((await team.invite({ role: "cashier" })).status).toBe(201);
  });
});

describe("roles of members: platform/list-members platform/update-member platform/remove-member", () => {
  it("let a manager invite, change and remove cashiers only", async () => {
    const manager = await team.join("manager");
    const developer = await team.join("developer");
    const cashier = await team.join("cashier");
    expect((await team.invite({ role: "owner" })).status).toBe(400);
    expect((await team.invite({ role: "manager" }, manager)).status).toBe(403);
    expect((await team.invite({ role: "cashier" }, manager)).status).toBe(201);
    const role = (value: string) => ({ body: { role: value } });
    const path = (who: Visitor) => `members/${who.userId}/`;
    expect((await manager.send("PATCH", path(cashier), role("manager"))).status).toBe(403);
    expect((await manager.send("PATCH", path(manager), role("cashier"))).status).toBe(403);
    expect((await manager.send("PATCH", path(owner), role("cashier"))).status).toBe(403);
    expect((await manager.send("DELETE", path(developer))).status).toBe(403);
    expect((await manager.send("DELETE", path(cashier))).status).toBe(204);
    expect((await team.roles(manager)).length).toBe(3);
  });

  it("lose the API keys that they made by a removal that asks for it; keys of others and of unknown makers stay", async () => {
    const developer = await team.join("developer");
    const old = await createMerchant(tableOf(stack), { accountId: owner.accountId });
    const make = async (who: Visitor, name: string): Promise<{ id: string; secret: string }> => {
      const body = { name, mode: "live", app_id: old.appId };
      const made = await who.send("POST", "api-keys/", { body });
      expect([made.status, made.body.created_by]).toEqual([201, who.userId]);
      return made.body;
    };
    const [theirs, own] = [await make(developer, "theirs"), await make(owner, "own")];
    const rotated = await developer.send("POST", `api-keys/${own.id}/rotate/`, { body: {} });
    expect(rotated.body.created_by).toBe(developer.userId);
    const path = `members/${developer.userId}/?revoke_api_keys=true`;
    const manager = await team.join("manager");
    expect((await manager.send("DELETE", path)).status).toBe(403);
    const cashier = await team.join("cashier");
    const keysToo = `members/${cashier.userId}/?revoke_api_keys=true`;
    expect((await manager.send("DELETE", keysToo)).status).toBe(403);
    expect((await owner.send("DELETE", path)).status).toBe(204);
    expect(await team.roles()).not.toContainEqual([developer.userId, "developer"]);
    const { data } = (await owner.send("GET", "api-keys/")).body;
    const of = (id: string) => data.find((key: { id: string }) => key.id === id);
    expect(of(theirs.id)).toMatchObject({ status: "revoked", created_by: developer.userId });
    expect(of(rotated.body.id).status).toBe("revoked");
    expect(of(own.id)).toMatchObject({ status: "expiring", created_by: owner.userId });
    const unknown = data.filter((key: { created_by: string | null }) => key.created_by === null);
    expect(unknown.map(({ status }: { status: string }) => status)).toContain("active");
    await stack.advance(61);
    const uses = [theirs.secret, rotated.body.secret, own.secret].map(
      async (key) => (await call(stack.url, "GET", "/api/v1/credits/", { key })).status,
    );
    expect(await Promise.all(uses)).toEqual([401, 401, 200]);
    const log = (await owner.send("GET", "audit/?limit=100")).body.data;
    const revoked = log.filter(({ action }: { action: string }) => action === "api_key.revoked");
    expect(revoked.map((entry: { object_id: string }) => entry.object_id).toSorted()).toEqual(
      [theirs.id, rotated.body.id].toSorted(),
    );
  });

  it("are listed with what each member last did: nothing, signed in, changed something", async () => {
    const cashier = await team.join("cashier");
    const { appId } = await createMerchant(tableOf(stack), { accountId: owner.accountId });
    let reader = owner;
    const listed = async () => {
      const { data } = (await reader.send("GET", "members/")).body;
      return data.find(({ id }: { id: string }) => id === cashier.userId);
    };
    const quiet = await listed();
    expect(quiet.last_active_at).toMatch(/Z$/);
    await stack.advance(3_600);
    const again = await team.refreshed(cashier);
    reader = await team.refreshed(owner);
    const active = await listed();
    expect(Date.parse(active.last_active_at) - Date.parse(quiet.last_active_at)).toBeGreaterThan(
      3_500_000,
    );
    expect(active.last_change_at).toBe(quiet.last_change_at);
    await again.send("POST", "checkouts/", { body: { app_id: appId, amount: 500 } });
    expect(Date.parse((await listed()).last_change_at)).toBeGreaterThan(
      Date.parse(quiet.last_active_at) + 3_500_000,
    );
    await reader.send("DELETE", `members/${cashier.userId}/`);
    expect(await listed()).toBeUndefined();
  });

  it("end a member's tokens when they change, and the next token has the new role", async () => {
    const cashier = await team.join("cashier");
    expect((await cashier.send("GET", "checkouts/")).status).toBe(200);
    expect(
      (await owner.send("PATCH", `members/${cashier.userId}/`, { body: { role: "accountant" } }))
        .status,
    ).toBe(200);
    const refused = await cashier.send("GET", "checkouts/");
    expect([refused.status, refused.body.code]).toEqual([401, "token_expired"]);
    const accountant = await team.refreshed(cashier);
    expect((await accountant.send("GET", "credits/")).status).toBe(200);
    expect((await accountant.send("GET", "me/")).body.role).toBe("accountant");
  });

  it("end with the removal: the user works in their own account again", async () => {
    const cashier = await team.join("cashier");
    expect((await owner.send("DELETE", `members/${cashier.userId}/`)).status).toBe(204);
    expect((await cashier.send("GET", "checkouts/")).status).toBe(401);
    const home = await team.refreshed(cashier);
    const me = await home.send("GET", "me/");
    expect(me.body).toMatchObject({ role: "owner", account_id: cashier.accountId });
    const back = { body: { account_id: owner.accountId } };
    expect((await home.send("POST", "session/account/", back)).status).toBe(404);
  });

  it("never leave the account without an owner, and never remove oneself: platform/leave-account", async () => {
    const own = `members/${owner.userId}/`;
    expect((await owner.send("PATCH", own, { body: { role: "manager" } })).status).toBe(409);
    expect((await owner.send("DELETE", own)).status).toBe(409);
    expect((await owner.send("DELETE", `me/memberships/${owner.accountId}/`)).status).toBe(409);
    const manager = await team.join("manager");
    expect((await manager.send("DELETE", `members/${manager.userId}/`)).status).toBe(403);
    expect((await manager.send("DELETE", `me/memberships/${owner.accountId}/`)).status).toBe(204);
    expect(await team.roles()).toEqual([[owner.userId, "owner"]]);
  });
});

describe("a member of two accounts: platform/switch-account platform/list-memberships", () => {
  it("switches between them; the token of the account before ends", async () => {
    const cashier = await team.join("cashier");
    const listed = (await cashier.send("GET", "me/memberships/")).body.data;
    expect(listed).toMatchObject([
      { account_id: cashier.accountId, role: "owner", current: false },
      { account_id: owner.accountId, role: "cashier", current: true },
    ]);
    const body = { account_id: cashier.accountId };
    const switched = await cashier.send("POST", "session/account/", { body });
    expect(switched.body.user).toMatchObject({ role: "owner", account_id: cashier.accountId });
    expect((await cashier.send("GET", "checkouts/")).status).toBe(401);
    const home = team.renewed(cashier, switched.body.access_token);
    expect((await home.send("GET", "me/")).body.account_id).toBe(cashier.accountId);
    expect((await team.refreshed(home)).token).toBeTruthy();
  });

  it("gets, of a request that runs while they switch, an object of the account before or a refusal", async () => {
    const member = await team.join("manager");
    const home = { body: { account_id: member.accountId } };
    const [switched, ...made] = await Promise.all([
      member.send("POST", "session/account/", home),
      ...["One", "Two", "Three"].map((name) => member.send("POST", "apps/", { body: { name } })),
    ]);
    expect(switched.status).toBe(200);
    const { data: there } = (await owner.send("GET", "apps/")).body;
    for (const { status, body } of made) {
      expect([201, 401]).toContain(status);
      const ids = there.map(({ app_id }: { app_id: number }) => app_id);
      if (status === 201) expect(ids).toContain(body.app_id);
    }
    const moved = team.renewed(member, switched.body.access_token);
    expect((await moved.send("GET", "apps/")).body.data).toEqual([]);
  });

  it("signs in to the account they worked in last, and to their own once they are removed from it", async () => {
    const member = await team.join("manager");
    const back = await logIn(stack, member.phone);
    expect((await back.send("GET", "me/")).body).toMatchObject({
      ...{ account_id: owner.accountId, role: "manager" },
    });
    await owner.send("DELETE", `members/${member.userId}/`);
    expect((await logIn(stack, member.phone)).accountId).toBe(member.accountId);
  });

  it("can't switch to an account in which they have no role", async () => {
    const stranger = await logIn(stack);
    const body = { account_id: owner.accountId };
    expect((await stranger.send("POST", "session/account/", { body })).status).toBe(404);
  });
});

describe("ownership: platform/offer-ownership platform/accept-ownership", () => {
  it("passes in two steps, with a fresh code of the new owner", async () => {
    const manager = await team.join("manager");
    const path = `ownership/${manager.userId}/`;
    const proof = async (phone: string) => {
      await stack.advance(61);
      return { body: { phone, code: await askForCode(stack, phone) } };
    };
    const waiting = await team.refreshed(manager);
    const early = await waiting.send("POST", "me/ownership/", await proof(manager.phone));
    expect(early.status).toBe(404);
    const offering = await team.refreshed(owner);
    const offered = await offering.send("POST", path, { body: {} });
    expect(offered.body.ownership_offered_until).toEqual(expect.any(String));
    const candidate = await team.refreshed(waiting);
    const wrong = await candidate.send("POST", "me/ownership/", {
      body: { phone: manager.phone, code: "000000" },
    });
    expect(wrong.status).toBe(400);
    const other = await candidate.send("POST", "me/ownership/", await proof(owner.phone));
    expect(other.status).toBe(400);
    const accepted = await candidate.send("POST", "me/ownership/", await proof(manager.phone));
    expect(accepted.body.user.role).toBe("owner");
    const former = await team.refreshed(offering);
    expect((await former.send("GET", "me/")).body.role).toBe("manager");
    expect((await former.send("DELETE", `me/memberships/${owner.accountId}/`)).status).toBe(204);
    // Their own account is another's now: their next login gets them a new one.
    await stack.advance(61);
    const back = await logIn(stack, owner.phone);
    expect(back.accountId).not.toBe(owner.accountId);
  });

  it("is not taken over by the phone's new holder, where the member has Telegram too: platform/withdraw-ownership platform/decline-ownership", async () => {
    const manager = await team.join("manager");
    const { id_token } = (
      await call(stack.url, "POST", "/_local/telegram/token/", { body: { id: "88001" } })
    ).body;
    const linked = await manager.send("POST", "me/logins/", {
      body: { id_token },
      headers: { "idempotency-key": "link-1" },
    });
    expect(linked.status, JSON.stringify(linked.body)).toBe(200);
    const path = `ownership/${manager.userId}/`;
    expect((await owner.send("POST", path, { body: { stay_owner: true } })).status).toBe(200);
    await stack.advance(61);
    const code = await askForCode(stack, manager.phone);
    const candidate = await team.refreshed(manager);
    const byPhone = { body: { phone: manager.phone, code } };
    expect((await candidate.send("POST", "me/ownership/", byPhone)).status).toBe(400);
    expect((await candidate.send("DELETE", "me/ownership/")).status).toBe(204);
    const again = await team.refreshed(owner);
    expect((await again.send("DELETE", path)).status).toBe(404);
    expect((await again.send("POST", path, { body: { stay_owner: true } })).status).toBe(200);
    const fresh = (
      await call(stack.url, "POST", "/_local/telegram/token/", { body: { id: "88001", name: "B" } })
    ).body;
    const byTelegram = { body: { id_token: fresh.id_token } };
    const accepted = await candidate.send("POST", "me/ownership/", byTelegram);
    expect(accepted.body.user?.role, JSON.stringify(accepted.body)).toBe("owner");
    expect((await again.send("GET", "me/")).body.role).toBe("owner");
    // Also one of two owners leaves, instead of removing themselves.
    const own = `members/${owner.userId}/`;
    const removal = await again.send("DELETE", own);
    expect([removal.status, removal.body.detail]).toEqual([
      409,
      "You can't remove yourself. Leave the account instead.",
    ]);
    expect(await team.roles(again)).toEqual([
      [owner.userId, "owner"],
      [manager.userId, "owner"],
    ]);
  });
});
