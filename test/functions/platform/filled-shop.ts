import { compareStatement } from "../../../lib/contract/routes/platform-books.ts";
import type { LocalStack } from "../../../lib/local/compose-stack.ts";
import type { Visitor } from "../../support/api.ts";
import { ACCOUNTS, openPairedShop } from "../../support/running-stack.ts";
import { teamOf } from "../../support/users.ts";

/** A shop that has an object of each kind that an address of the dashboard can name. */
export interface FilledShop {
  readonly owner: Visitor;
  readonly appId: number;
  /** The shop's id for a parameter of an operation's path; `none` where no object of an account is named. */
  readonly idIn: (path: string, name: string) => string;
  /** Texts that nobody outside the shop may see. */
  readonly secrets: readonly string[];
  /** All of the shop that its owner can list. */
  readonly snapshot: () => Promise<unknown>;
}

export async function fillShop(stack: LocalStack): Promise<FilledShop> {
  const { visitor: owner, appId, source } = await openPairedShop(stack);
  const make = async (path: string, body: object) => {
    const { status, body: made } = await owner.send("POST", path, { body });
    if (status >= 300) throw new Error(`${path}: ${JSON.stringify(made)}`);
    return made;
  };
  const customer = { name: "Zewditu Alemseged", phone: "0911887766" };
  const test = { app_id: appId, livemode: false };
  const checkout = await make("checkouts/", { ...test, amount: 500, customer });
  const link = await make("payment-links/", { app_id: appId, description: "Habesha kemis" });
  const url = `${stack.url}/_local/receiver/filled/`;
  const webhook = await make("webhooks/", { ...test, url, events: ["*"] });
  const event = { type: "checkout.verified", endpoint_id: webhook.id };
  const { delivery } = await make("events/trigger/", event);
  const since = new Date(stack.now() - 3_600_000).toISOString();
  const recovery = await make(`webhooks/${webhook.id}/recover/`, { since });
  const example = compareStatement.example as { readonly rows: readonly object[] };
  // The published example's days are refused when they are 90 days old.
  const date = new Date(stack.now()).toISOString().slice(0, "2026-11-16".length);
  const rows = example.rows.map((row) => ({ ...row, date }));
  const statement = await make("books/statements/", { ...example, rows, complete: [] });
  const key = await make("api-keys/", { name: "Till", mode: "test", app_id: appId });
  const team = teamOf(stack, () => owner);
  const cashier = await team.join("cashier");
  const { body: invitation } = await team.invite({ role: "accountant" });
  const { data: methods } = (await owner.send("GET", `apps/${appId}/payment-methods/`)).body;
  const { data: sessions } = (await owner.send("GET", "sessions/")).body;
  await stack.idle();
  // By the longest beginning of a path.
  const named: readonly (readonly [string, string])[] = [
    ["sessions/", sessions[0].id],
    ["members/invitations/", invitation.id],
    ["members/", cashier.userId],
    ["ownership/", cashier.userId],
    ["apps/", methods[0].id],
    ["api-keys/", key.id],
    ["checkouts/", checkout.id],
    ["payment-links/", link.id],
    ["webhooks/", webhook.id],
    ["notice-sources/", source.id],
    ["books/statements/", statement.id],
    ["operator/accounts/", owner.accountId],
  ];
  const ids: Readonly<Record<string, string>> = {
    app_id: String(appId),
    account_id: owner.accountId,
    delivery_id: delivery.id,
    recovery_id: recovery.id,
  };
  const lists = [
    ...["account/", "audit/", "apps/", `apps/${appId}/payment-methods/`, "api-keys/", "checkouts/"],
    ...["payment-links/", "webhooks/", `webhooks/${webhook.id}/deliveries/`, "notice-sources/"],
    ...["books/statements/", "members/", "members/invitations/", "credits/", "me/"],
  ];
  return {
    owner,
    appId,
    idIn: (path, name) =>
      ids[name] ??
      named.find(([start]) => path.startsWith(`/api/platform/${start}`))?.[1] ??
      "none",
    secrets: [
      ...[owner.accountId, customer.name, ACCOUNTS.telebirr, ACCOUNTS.cbe, link.description],
      ...[checkout.client_secret, webhook.secret, source.secret].filter(Boolean),
    ],
    async snapshot() {
      await stack.idle();
      const answers = await Promise.all(lists.map((list) => owner.send("GET", list)));
      // Each cursor is sealed anew.
      return answers.map(({ status, body }) => ({ status, shown: body.data ?? body }));
    },
  };
}
