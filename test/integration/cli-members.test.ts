import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { LocalStack } from "../../lib/local/compose-stack.ts";
import { askForCode, call, logIn, newPhone, withSigningKey } from "../support/api.ts";
import { startCommands } from "../support/commands.ts";
import { startLocal } from "../support/running-stack.ts";

const CLI = join(import.meta.dirname, "..", "..", "clients", "typescript", "src", "checkout.ts");
const commands = startCommands(CLI);
const folder = mkdtempSync(join(tmpdir(), "members-"));
let stack: LocalStack;
beforeAll(async () => {
  stack = await withSigningKey(await startLocal());
});
afterAll(async () => {
  commands.close();
  await stack?.close();
  rmSync(folder, { recursive: true, force: true });
});

const run = (...args: readonly string[]) => runAs("login", args);

function runAs(user: string, args: readonly string[]) {
  const env = { CHECKOUT_BASE_URL: stack.url, CHECKOUT_CONFIG: join(folder, `${user}.json`) };
  return commands.run(args, env);
}

it("invites, lists, changes and removes members, and withdraws an invitation", async () => {
  const phone = newPhone();
  const code = await askForCode(stack, phone);
  const login = await run("login", "--phone", phone, "--code", code);
  expect(login).toMatchObject({
    code: 0,
    out: expect.stringMatching(/: owner of the account acc_/),
  });

  const invited = await run("members", "invite", "--role", "cashier", "--json");
  const { id, url } = JSON.parse(invited.out);
  expect((await run("members", "list")).out).toContain(id);

  const cashier = await logIn(stack);
  const body = { token: url.split("#")[1] };
  expect((await cashier.send("POST", "me/memberships/", { body })).status).toBe(200);
  const changed = await run("members", "role", cashier.userId, "--role", "manager", "--json");
  expect(JSON.parse(changed.out)).toMatchObject({ id: cashier.userId, role: "manager" });

  const second = await run("members", "invite", "--role", "accountant", "--json");
  const other = JSON.parse(second.out).id;
  expect((await run("members", "remove", other)).out).toBe(`Withdrew ${other}.\n`);
  expect((await run("members", "remove", cashier.userId)).out).toBe(`Removed ${cashier.userId}.\n`);
  const left = JSON.parse((await run("members", "list", "--json")).out);
  expect(left.map(({ role }: { role: string }) => role)).toEqual(["owner"]);
});

it("removes a member, revokes the API keys they created if asked to, and says what stays", async () => {
  const invited = await run("members", "invite", "--role", "developer", "--json");
  const developer = await logIn(stack);
  const body = { token: JSON.parse(invited.out).url.split("#")[1] };
  const joined = await developer.send("POST", "me/memberships/", { body });
  const made = await call(stack.url, "POST", "/api/platform/api-keys/", {
    key: joined.body.access_token,
    body: { name: "Server", mode: "test", app_id: null },
  });
  expect(made.status).toBe(201);
  const removed = await run("members", "remove", developer.userId, "--revoke-keys");
  expect(removed).toMatchObject({ code: 0, out: `Removed ${developer.userId}.\n` });
  expect(removed.error).toContain("Rotate the secrets");
  const { status } = await call(stack.url, "GET", "/api/v1/checkouts/", { key: made.body.secret });
  expect(status).toBe(401);
});

it("lists endpoints to a developer of one app, and acts in no other account once they are removed", async () => {
  const owner = await logIn(stack);
  const { app_id } = (await owner.send("POST", "apps/", { body: { name: "Bakery" } })).body;
  const invitation = { role: "developer", apps: [app_id] };
  const invited = await owner.send("POST", "members/", { body: invitation });
  const { cookie, phone, userId, send } = await logIn(stack);
  const body = { token: invited.body.url.split("#")[1] };
  expect((await send("POST", "me/memberships/", { body })).status).toBe(200);
  const login = { baseUrl: stack.url, phone, cookie, account: owner.accountId };
  writeFileSync(join(folder, "developer.json"), JSON.stringify(login));
  const list = ["webhooks", "list", "--json", "--app", String(app_id)];
  expect(await runAs("developer", list)).toMatchObject({ code: 0, out: "[]\n" });

  const removed = await owner.send("DELETE", `members/${userId}/`);
  expect(removed.status).toBe(204);
  for (const command of [list, ["credits", "show"]]) {
    const { code, out, error } = await runAs("developer", command);
    expect({ code, out }).toEqual({ code: 3, out: "" });
    expect(error).toContain("You no longer work in the account acc_");
  }
});

it("refuses an unknown role, a missing id and an invitation's keys, and says what the service refused", async () => {
  const unknown = await run("members", "invite", "--role", "owner");
  expect(unknown).toMatchObject({ code: 2 });
  expect(unknown.error).toContain("--role must be one of manager, developer");
  expect((await run("members", "remove")).code).toBe(2);
  const unjoined = await run("members", "remove", `inv_${"0".repeat(26)}`, "--revoke-keys");
  expect(unjoined).toMatchObject({ code: 2 });
  const gone = await run("members", "remove", `usr_${"0".repeat(26)}`);
  expect(gone.code).toBe(1);
  expect(gone.error).toContain("not_found");
});

it("shows and sets one's own notifications, and sends a test message", async () => {
  const read = async () => JSON.parse((await run("notifications", "show", "--json")).out);
  const before = await read();
  expect(before).toMatchObject({ object: "notification_settings", channel: "sms", paid: "none" });
  const set = [
    "--paid",
    "daily",
    "--kind",
    "credits",
    "--language",
    "am",
    "--quiet",
    "22:00-07:00",
  ];
  expect((await run("notifications", "set", ...set)).code).toBe(0);
  expect(await read()).toMatchObject({
    ...{ channel: "sms", paid: "daily", language: "am" },
    kinds: ["credits", "receiving_account"],
    quiet_hours: { from: "22:00", until: "07:00" },
  });
  const shown = await run("notifications", "show");
  expect(shown.out).toMatch(/^channel +sms \(of sms, none\)$/m);
  expect(shown.out).toMatch(/^turned_off +review, webhook, notice_source, sign_in, books$/m);
  const back = [
    "--kind",
    "none",
    "--language",
    "dashboard",
    "--quiet",
    "none",
    "--channel",
    "none",
  ];
  expect((await run("notifications", "set", ...back)).code).toBe(0);
  expect(await read()).toMatchObject({
    ...{ channel: "none", paid: "daily", language: null, quiet_hours: null },
    kinds: ["receiving_account"],
  });
  expect(JSON.parse((await run("notifications", "test", "--json")).out)).toMatchObject({
    object: "test_notification",
  });
});

it("refuses notifications that no setting has, before and by the service", async () => {
  for (const given of [[], ["--channel", "fax"], ["--paid", "weekly"], ["--quiet", "at night"]]) {
    expect((await run("notifications", "set", ...given)).code).toBe(2);
  }
  expect((await run("notifications")).error).toContain("notifications show, set or test");
  const unlinked = await run("notifications", "set", "--channel", "telegram");
  expect(unlinked).toMatchObject({ code: 1 });
  expect(unlinked.error).toContain("conflict");
  expect((await run("notifications", "set", "--kind", "gossip")).error).toContain("kinds");
});
