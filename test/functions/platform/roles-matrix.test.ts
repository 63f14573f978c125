import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { grantOf, ROLES, type Role } from "../../../lib/contract/roles.ts";
import type { Route } from "../../../lib/contract/route.ts";
import { updateMe } from "../../../lib/contract/routes/platform-account.ts";
import { ROUTES } from "../../../lib/contract/routes/table.ts";
import type { LocalStack } from "../../../lib/local/compose-stack.ts";
import { call, logIn, type Visitor, withSigningKey } from "../../support/api.ts";
import { createMerchant } from "../../support/merchant.ts";
import { startLocal, tableOf } from "../../support/running-stack.ts";
import { teamOf } from "../../support/users.ts";
import { type FilledShop, fillShop } from "./filled-shop.ts";

/** Every operation of the dashboard, called as everyone who could try. */

const DASHBOARD = ROUTES.filter(({ auth }) => auth === "jwt");
/** It ends the caller. It names no account: an outsider can close only their own. */
const ENDS_THE_CALLER = ["close-account"];
/** Operations on live money: the part of their permission that a developer has is test mode. */
const LIVE_ONLY = ["list-unmatched-notices"];
/** Their path names an object of an account. */
const NAMES = /\{(?!kind|provider|queue)\w+\}/;
const CALLABLE = DASHBOARD.filter(({ operation }) => !ENDS_THE_CALLER.includes(operation));

let stack: LocalStack;
let owner: Visitor;
let team: ReturnType<typeof teamOf>;

beforeAll(async () => {
  stack = await withSigningKey(await startLocal({ config: { otpPerAddressPerHour: 10_000 } }));
  owner = await logIn(stack);
  team = teamOf(stack, () => owner);
}, 400_000);
afterAll(() => stack?.close());

describe("every dashboard operation, as every role", () => {
  /** What the gateway and the function say of a caller who may not: before any look at the request. */
  const isRefused = ({ status, body }: { status: number; body: { code?: string } }) =>
    status === 403 && body.code === "forbidden";
  // Ends nothing of the caller's: the id in the path is nobody's, and bodies are not valid.
  const attempt = (who: Visitor, { method, path }: Route) =>
    call(stack.url, method, path.replaceAll(/\{\w+\}/g, "none"), {
      key: who.token,
      ...(method === "GET" || method === "DELETE" ? {} : { body: { surprise: 1 } }),
    });

  it("answers as the permission table says", async () => {
    const callers = new Map<Role, Visitor>([["owner", owner]]);
    for (const role of ROLES) if (role !== "owner") callers.set(role, await team.join(role));
    const wrong: string[] = [];
    const judge = async (route: Route, role: Role, who: Visitor) => {
      const grant = grantOf(role, route.permission ?? "account");
      const isAllowed =
        grant !== false && !(grant === "test_only" && LIVE_ONLY.includes(route.operation));
      const answer = await attempt(who, route);
      if (isRefused(answer) === isAllowed) wrong.push(`${route.operation} as ${role}`);
    };
    for (const route of CALLABLE) for (const [role, who] of callers) await judge(route, role, who);
    expect(wrong).toEqual([]);
  }, 300_000);

  it("refuses the token of a removed member", async () => {
    const removed = await team.join("manager");
    await owner.send("DELETE", `members/${removed.userId}/`);
    const wrong: string[] = [];
    for (const route of DASHBOARD) {
      const answer = await attempt(removed, route);
      // The gateway may know the token's role for 60 s; the function knows better.
      if (![401, 403].includes(answer.status)) wrong.push(`${route.operation}: ${answer.status}`);
    }
    expect(wrong).toEqual([]);
  }, 300_000);
});

describe("every dashboard operation on a shop, as someone who has no role in it", () => {
  let shop: FilledShop;
  let shopTeam: ReturnType<typeof teamOf>;
  beforeAll(async () => {
    shop = await fillShop(stack);
    shopTeam = teamOf(stack, () => shop.owner);
  }, 300_000);

  const callers = {
    /** The owner of an account of their own. */
    "a member of another account": () => logIn(stack),
    /** With the token that they get after the removal, which is for their own account. */
    "a removed member": async () => {
      const member = await shopTeam.join("manager");
      // The audit log shows members by the name that they have now.
      await member.send("PATCH", "me/", { body: updateMe.example as object });
      await shop.owner.send("DELETE", `members/${member.userId}/`);
      return shopTeam.refreshed(member);
    },
    "a login whose invitation was withdrawn": async () => {
      const late = await logIn(stack);
      const { body, token } = await shopTeam.invite({ role: "manager" });
      await shop.owner.send("DELETE", `members/invitations/${body.id}/`);
      const accepted = await late.send("POST", "me/memberships/", { body: { token } });
      expect(accepted.status).toBe(404);
      return late;
    },
  };

  /** Calls an operation with a valid request that names the shop and what it has, wherever it can name something. */
  const attempt = (who: Visitor, { method, path, request, example }: Route, appId = shop.appId) => {
    const given: Record<string, unknown> = { ...(example as object) };
    const shape = (request.body ?? request.query) as { shape?: object } | undefined;
    if ("app_id" in given || "app_id" in (shape?.shape ?? {})) given.app_id = appId;
    if ("account_id" in given) given.account_id = shop.owner.accountId;
    const query = new URLSearchParams(given as Record<string, string>);
    const named = path.replaceAll(/\{(\w+)\}/g, (_, name) => shop.idIn(path, name));
    return call(stack.url, method, request.body ? named : `${named}?${query}`, {
      key: who.token,
      ...(request.body && { body: given }),
    });
  };

  /** What an operation showed of the shop or did not refuse; null for nothing. */
  const faultOf = async (who: Visitor, route: Route) => {
    const { status, body } = await attempt(who, route);
    const text = JSON.stringify(body);
    const isNamed = /\{(?!kind)\w+\}/.test(route.path);
    const isRefused = [403, 404].includes(status);
    const isShown = shop.secrets.some((secret) => text.includes(secret));
    if (status !== 500 && !isShown && (isRefused || !isNamed)) return null;
    return `${route.operation}: ${status} ${text.slice(0, 300)}`;
  };

  it("shows a member who works with another app only nothing of this one, in any role", async () => {
    const other = await createMerchant(tableOf(stack), { accountId: shop.owner.accountId });
    const [accountId, ...secrets] = shop.secrets;
    expect(accountId).toBe(shop.owner.accountId);
    // They act on the member or the account.
    const OF_THE_ACCOUNT = /^\/api\/platform\/(?:me|members|operator|ownership|session|sessions)\//;
    const routes = CALLABLE.filter(({ path }) => !OF_THE_ACCOUNT.test(path));
    const faultOfMember = async (who: Visitor, route: Route, appId: number) => {
      const { status, body } = await attempt(who, route, appId);
      const text = JSON.stringify(body);
      const isRefused = [403, 404].includes(status) || !route.path.includes("{");
      if (status < 500 && isRefused && secrets.every((secret) => !text.includes(secret))) return [];
      return [`${route.operation}: ${status} ${text.slice(0, 300)}`];
    };
    const faults: string[] = [];
    for (const role of ROLES.filter((one) => one !== "owner")) {
      const who = await shopTeam.join(role, { apps: [other.appId] });
      for (const route of routes) faults.push(...(await faultOfMember(who, route, shop.appId)));
      for (const route of routes) faults.push(...(await faultOfMember(who, route, other.appId)));
    }
    expect(faults).toEqual([]);
  }, 300_000);

  it("answers about the objects of this account as about those that nobody has", async () => {
    const who = await logIn(stack);
    const { token } = await shopTeam.invite({ role: "cashier", phone: "+251911990001" });
    const asNobodys = (text: string) => (/^\d+$/.test(text) ? "9999" : `${text.slice(0, -4)}zzzz`);
    const answers = async (of: (text: string) => string) => {
      const given: string[] = [];
      const note = (name: string, { status, body }: Awaited<ReturnType<typeof call>>) =>
        given.push(`${name}: ${status} ${body.detail}`);
      for (const { method, path, operation, example } of CALLABLE.filter(({ path }) =>
        NAMES.test(path),
      )) {
        const named = path.replaceAll(/\{(\w+)\}/g, (_, name) => of(shop.idIn(path, name)));
        const body = method === "GET" || method === "DELETE" ? {} : { body: example ?? {} };
        note(operation, await call(stack.url, method, named, { key: who.token, ...body }));
      }
      const account_id = of(shop.owner.accountId);
      note("switch-account", await who.send("POST", "session/account/", { body: { account_id } }));
      const asked = { body: { token: of(token.slice(0, 26)) + token.slice(26) } };
      note("open-invitation", await who.send("POST", "me/memberships/preview/", asked));
      note("accept-invitation", await who.send("POST", "me/memberships/", asked));
      return given;
    };
    expect(await answers((text) => text)).toEqual(await answers(asNobodys));
  }, 300_000);

  it.each(Object.entries(callers))(
    "refuses %s, shows them nothing, and nothing changes",
    async (_name, enter) => {
      const who = await enter();
      const before = await shop.snapshot();
      const faults: string[] = [];
      for (const route of CALLABLE) {
        const fault = await faultOf(who, route);
        if (fault !== null) faults.push(fault);
      }
      expect(faults).toEqual([]);
      expect(await shop.snapshot()).toEqual(before);
    },
    300_000,
  );
});
