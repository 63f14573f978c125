import { logIn } from "./dashboard.ts";
import type { DashboardWorld } from "./dashboard-world.ts";

/** Every view of the dashboard behind the login, by a name for tests and pictures. */
export const DASHBOARD_VIEWS = [
  "overview",
  "checkouts",
  "new-checkout",
  "checkout",
  "review",
  "partly-paid",
  "apps",
  "app",
  "app-keys",
  "app-phones",
  "app-settings",
  "api-keys",
  "webhooks",
  "webhook",
  "webhook-logs",
  "delivery",
  "payment-links",
  "errors",
  "failed-requests",
  "credits",
  "team",
  "account",
] as const;
export type DashboardView = (typeof DASHBOARD_VIEWS)[number];

/** Free texts as a merchant would write them. */
const ORDINARY = {
  person: "Hanna Tesfaye",
  shop: "Selam Coffee, Bole",
  said: "Two bags of coffee",
};

/**
 * Gives every view of the seeded merchant something to show, `text` standing in every free text.
 * @returns the path of each view
 */
export async function fillDashboard(
  world: DashboardWorld,
  text?: string,
): Promise<Readonly<Record<DashboardView, string>>> {
  const { seed, stack } = world;
  const { person, shop, said } = text ? { person: text, shop: text, said: text } : ORDINARY;
  const owner = await logIn(stack, seed.phone);
  const must = async (method: string, path: string, body?: object) => {
    const answer = await owner.send(method, path, body && { body });
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const texts = {
    description: said,
    client_reference: said,
    customer: { name: person },
    metadata: { note: said },
  };
  await must("PATCH", "me/", { name: person });
  const app = await must("POST", "apps/", { name: shop });
  const method = await must("POST", `apps/${app.app_id}/payment-methods/`, {
    provider: "cbe",
    account_name: person.replace(/[<>{}]/g, " ").trim(),
    account_number: "1000123456789",
    label: said,
    instructions: said,
  });
  // The audit log names the fields that were changed.
  const methodPath = `apps/${app.app_id}/payment-methods/${method.id}/`;
  await must("PATCH", methodPath, { instructions: said, label: said });
  const endpoint = await must("POST", "webhooks/", {
    app_id: seed.app_id,
    url: `${world.url}/_local/receiver/described/`,
    events: ["checkout.verified"],
    description: said,
  });

  await must("POST", "notice-sources/", {
    app_id: app.app_id,
    name: said.slice(0, 60).trim(),
    kind: "sms_forwarder",
  });
  await must("POST", "payment-links/", { app_id: app.app_id, amount: 25_000, description: said });
  await world.pay(await world.checkout({ amount: 45_000, client_reference: "order-1041" }));
  await world.pay(await world.checkout({ amount: 128_050, client_reference: "order-1042" }), {
    amount: 130_000,
  });
  const partlyPaid = await world.checkout({ amount: 99_900, client_reference: "order-1043" });
  for (const amount of [70_000, 20_000]) await world.pay(partlyPaid, { amount });
  const review = await world.checkout({ amount: 88_000, client_reference: "order-1044" });
  await world.pay(review, { receiver_name: "Another Holder" });
  await world.checkout({ amount: 215_500, client_reference: "order-1045" });
  await world.receiverAnswers(500, said);
  const checkout = await world.checkout({ amount: 154_000, ...texts });
  await world.pay(checkout);
  await world.checkout({ amount: 1, currency: "XXX" }).catch(() => {});
  await stack.idle();
  const failing = await must("GET", `webhooks/${seed.webhook.id}/deliveries/?status=retrying`);
  return {
    overview: "/",
    checkouts: "/checkouts",
    "new-checkout": "/checkouts/new",
    checkout: `/checkouts/${checkout.id}`,
    review: `/checkouts/${review.id}`,
    "partly-paid": `/checkouts/${partlyPaid.id}`,
    apps: "/apps",
    app: `/apps/${app.app_id}`,
    "app-keys": `/apps/${seed.app_id}/api-keys`,
    "app-phones": `/apps/${app.app_id}/phones`,
    "app-settings": `/apps/${app.app_id}/settings`,
    "api-keys": "/api-keys",
    webhooks: "/webhooks",
    webhook: `/webhooks/${endpoint.id}`,
    "webhook-logs": "/webhook-logs",
    delivery: `/webhook-logs/${seed.webhook.id}/${failing.data[0]?.id}`,
    "payment-links": "/payment-links",
    errors: "/errors",
    "failed-requests": "/failed-requests",
    credits: "/credits",
    team: "/team",
    account: "/account",
  };
}
