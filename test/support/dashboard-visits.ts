import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { SendMessageCommand, SQSClient } from "../../lib/cloud/aws-services.ts";
import { PAYMENT_PATH } from "../../lib/contract/functions.ts";
import type { ReleaseState } from "../../lib/domain/release.ts";
import type { LocalStack } from "../../lib/local/compose-stack.ts";
import type { Seed } from "../../lib/local/seed/seed.ts";
import { OPERATOR_PHONE } from "../../lib/local/seed/seed.ts";
import { putUnreadablePage } from "../../lib/store/banks.ts";
import { countSms, putRelease, putSampleResult } from "../../lib/store/operations.ts";
import { call, logIn } from "./api.ts";
import {
  closePages,
  openBrowser,
  takeSession,
  type Visit,
  type VisitOptions,
  visit,
} from "./browser.ts";
import { startLocal, tableOf } from "./running-stack.ts";

export interface DashboardStack {
  readonly url: string;
  readonly stack: LocalStack;
  readonly seed: Seed;
  /** A checkout of the seeded app; `fields` as in the server API. */
  readonly checkout: (
    fields?: Readonly<Record<string, unknown>>,
    key?: string,
  ) => Promise<MadeCheckout>;
  /** Pays it at the bank simulator, `transfer` saying what is different, and hands in the reference. */
  readonly pay: (
    checkout: MadeCheckout,
    transfer?: Readonly<Record<string, unknown>>,
  ) => Promise<{ readonly outcome: string; readonly reference: string }>;
  readonly handIn: (checkout: MadeCheckout, input: string) => Promise<string>;
  /** What the seeded endpoint's receiver answers from now on. */
  readonly receiverAnswers: (status: number, body?: string) => Promise<void>;
}

export interface MadeCheckout {
  readonly id: string;
  readonly amount: number;
  readonly pay_url: string;
}

/** The whole service with its dashboard and the seeded merchant. */
export async function startDashboardStack(): Promise<DashboardStack> {
  const stack = await startLocal({
    seed: true,
    site: true,
    // Every test logs the same person in.
    config: {
      ...{ otpPerPhonePerDay: 1000, otpPerAddressPerHour: 1000 },
      telegram: { botUsername: "MahtemBot" },
    },
  });
  const { url, seed } = stack;
  if (seed === null) throw new Error("nothing was seeded");
  const post = async (path: string, body: object, key?: string) => {
    const answer = await call(url, "POST", path, { body, ...(key !== undefined && { key }) });
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const handIn = async ({ pay_url }: MadeCheckout, input: string): Promise<string> => {
    const token = pay_url.split("/").at(-2);
    return (await post(`/api/public/gateway/checkouts/${token}/verify/`, { input })).outcome;
  };
  return {
    url,
    stack,
    seed,
    checkout: (fields = {}, key = seed.live_key) =>
      post("/api/v1/checkouts/", { amount: 150_000, ...fields }, key),
    handIn,
    async pay(checkout, transfer = {}) {
      const { reference } = await post("/_local/bank/transfers/", {
        provider: "telebirr",
        amount: checkout.amount,
        ...transfer,
      });
      return { outcome: await handIn(checkout, reference), reference };
    },
    async receiverAnswers(status, body = "") {
      const path = `/_local/receiver/${seed.webhook.url.split("/").at(-2)}/mode/`;
      await call(url, "PUT", path, { body: { status, body } });
    },
  };
}

/** The dashboard for the tests of one file; a test fails for whatever went wrong on its pages. */
export interface DashboardVisits {
  readonly dashboard: DashboardStack;
  /** Allows refused requests in this test. Browsers report them in the console. */
  readonly expectRefusals: () => void;
  readonly newPage: (options?: VisitOptions) => Promise<Page>;
  /** Logged in at `path`: the seeded merchant, or whose phone it is. `movesClock`: `page.clock.runFor` runs the page's timers. */
  readonly logInAt: (
    path: string,
    phone?: string,
    options?: VisitOptions & { readonly movesClock?: boolean },
  ) => Promise<Page>;
}

export function setUpDashboardVisits(): DashboardVisits {
  let dashboard: DashboardStack;
  let browser: Browser;
  const visits: Visit[] = [];
  let mayBeRefused = false;
  beforeAll(async () => {
    [dashboard, browser] = await Promise.all([startDashboardStack(), openBrowser()]);
  });
  afterAll(async () => {
    await closePages(browser);
    await dashboard?.stack.close();
  });
  afterEach(async () => {
    const isRefusal = (text: string) =>
      /the server responded with a status of 4|net::ERR_INTERNET_DISCONNECTED|ViewNotLoaded/.test(
        text,
      );
    const troubles = visits
      .flatMap((one) => one.troubles)
      .filter((text) => !(mayBeRefused && isRefusal(text)));
    mayBeRefused = false;
    await Promise.all(visits.splice(0).map((one) => one.close()));
    expect(troubles).toEqual([]);
  });
  const newPage = async (options: VisitOptions = {}) => {
    const one = await visit(browser, { width: 1280, height: 900, ...options });
    visits.push(one);
    await one.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    return one.page;
  };
  return {
    get dashboard() {
      return dashboard;
    },
    expectRefusals() {
      mayBeRefused = true;
    },
    newPage,
    async logInAt(path, phone = dashboard.seed.phone, { movesClock = false, ...options } = {}) {
      const page = await newPage(options);
      if (movesClock) await page.clock.install();
      await takeSession(page.context(), dashboard.stack, phone);
      await page.goto(dashboard.url + path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      return page;
    },
  };
}

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
  label: "Bole branch",
  advice: "Write the order's number as the reason.",
  phone: "Phone at the till",
  said: "Two bags of coffee",
};

/**
 * Gives every view of the seeded merchant something to show, `text` standing in every free text.
 * @returns the path of each view
 */
export async function fillDashboard(
  dashboard: DashboardStack,
  text?: string,
): Promise<Readonly<Record<DashboardView, string>>> {
  const { seed, stack } = dashboard;
  const { person, shop, label, advice, phone, said } = text
    ? { person: text, shop: text, label: text, advice: text, phone: text, said: text }
    : ORDINARY;
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
    label,
    instructions: advice,
  });
  // The audit log names the fields that were changed.
  const methodPath = `apps/${app.app_id}/payment-methods/${method.id}/`;
  await must("PATCH", methodPath, { instructions: advice, label });
  const endpoint = await must("POST", "webhooks/", {
    app_id: seed.app_id,
    url: `${dashboard.url}/_local/receiver/described/`,
    events: ["checkout.verified"],
    description: said,
  });

  await must("POST", "notice-sources/", {
    app_id: app.app_id,
    name: phone.slice(0, 60).trim(),
    kind: "sms_forwarder",
  });
  await must("POST", "payment-links/", { app_id: app.app_id, amount: 25_000, description: said });
  await dashboard.pay(await dashboard.checkout({ amount: 45_000, client_reference: "order-1041" }));
  await dashboard.pay(
    await dashboard.checkout({ amount: 128_050, client_reference: "order-1042" }),
    {
      amount: 130_000,
    },
  );
  const partlyPaid = await dashboard.checkout({ amount: 99_900, client_reference: "order-1043" });
  for (const amount of [70_000, 20_000]) await dashboard.pay(partlyPaid, { amount });
  const review = await dashboard.checkout({ amount: 88_000, client_reference: "order-1044" });
  await dashboard.pay(review, { receiver_name: "Another Holder" });
  await dashboard.checkout({ amount: 215_500, client_reference: "order-1045" });
  await dashboard.receiverAnswers(500, said);
  const checkout = await dashboard.checkout({ amount: 154_000, ...texts });
  await dashboard.pay(checkout);
  await dashboard.checkout({ amount: 1, currency: "XXX" }).catch(() => {});
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

/** Every view of the operator's console, by a name for tests and pictures. */
export const CONSOLE_VIEWS = [
  "console-banks",
  "console-accounts",
  "console-account",
  "console-letters",
  "console-queue",
  "console-operations",
] as const;
export type ConsoleView = (typeof CONSOLE_VIEWS)[number];

const DAY_MS = 86_400_000;
const DAYS = 20;

/**
 * Gives every view of the console something to show.
 * @returns the path of each view
 */
export async function fillConsole({
  stack,
  seed,
}: DashboardStack): Promise<Readonly<Record<ConsoleView, string>>> {
  const table = tableOf(stack);
  const now = stack.now();
  for (const hours of [2, 5]) {
    const at = now - hours * 3_600_000;
    const text = "Xxxxx Xxxx\nXxxxxx 9,999.99\nXxxx 99/99/9999 99:99";
    await putUnreadablePage(table, "awash", { at, why: "no label Amount", text });
  }
  await putUnreadablePage(table, "boa", { at: now, why: "not a PDF", text: null });
  for (let back = DAYS; back > 0; back--) {
    const at = now - back * DAY_MS;
    const accounts = 11 + ((back * 5) % 7);
    const isBroken = back === 2;
    const faults = isBroken
      ? [{ accountId: seed.account_id, why: "the balance is not its ledger's sum" }]
      : [];
    if (back < 6) await putSampleResult(table, { at, accounts, broken: faults.length, faults });
    for (let sent = 0; sent < 3 + ((back * 7) % 5); sent++) {
      await countSms(table, sent % 3 === 0 ? "notice" : "login", 1 + (sent % 2), at);
    }
  }
  await fillReleases(stack);
  const letter = { version: 1, kind: "abandon", account_id: seed.account_id };
  for (const endpoint_id of ["whk_1", "whk_2"]) {
    await buryLetter(stack, "recovery-dead", { ...letter, endpoint_id });
  }
  return {
    "console-banks": "/console",
    "console-accounts": "/console/accounts?search=selam",
    "console-account": `/console/accounts/${seed.account_id}`,
    "console-letters": "/console/dead-letters",
    "console-queue": "/console/dead-letters/recovery-dead",
    "console-operations": "/console/operations",
  };
}

/** One that succeeded, one that an alarm withdrew, and one that is in progress. */
async function fillReleases(stack: LocalStack): Promise<void> {
  const now = stack.now();
  const ago = { succeeded: 3 * DAY_MS, withdrawn: DAY_MS, running: 120_000 };
  for (const [state, before] of Object.entries(ago)) {
    const startedAt = now - before;
    for (const [index, functionId] of [...PAYMENT_PATH].entries()) {
      const isCause = state === "withdrawn" && functionId === "v1-create-checkout";
      await putRelease(tableOf(stack), {
        ...{ id: `d-${state}${index}`, functionId, from: "41", to: "42", percent: 10, startedAt },
        state: state as ReleaseState,
        alarms: isCause ? ["checkout-dev-release-v1-create-checkout-errors"] : [],
        endedAt: state === "running" ? null : startedAt + 330_000,
      });
    }
  }
}

/** Plays a step of a release at the local stack's CodeDeploy, and waits until the service has recorded it. */
export async function playRelease(
  stack: LocalStack,
  step: object,
): Promise<readonly { readonly id: string }[]> {
  const answer = await fetch(`${stack.url}/_local/releases/`, {
    method: "POST",
    body: JSON.stringify(step),
  });
  if (!answer.ok) throw new Error(await answer.text());
  await stack.idle();
  return ((await answer.json()) as { deployments: { readonly id: string }[] }).deployments;
}

/** Puts a message into a dead-letter queue, as if it had failed too often. */
export async function buryLetter(stack: LocalStack, queue: string, body: object): Promise<void> {
  const found = stack.deployment.queues.find(({ name }) => name.endsWith(`-${queue}`));
  if (found === undefined) throw new Error(`there is no queue ${queue}`);
  const client = new SQSClient(stack.aws);
  const MessageBody = JSON.stringify(body);
  await client.send(new SendMessageCommand({ QueueUrl: found.url, MessageBody }));
  client.destroy();
}

/** A visit of the local stack's operator, who has just given the second factor. */
export async function visitAsOperator(
  browser: Browser,
  { stack }: DashboardStack,
  { language = "en", ...options }: VisitOptions & { readonly language?: "en" | "am" } = {},
): Promise<Visit> {
  const one = await visit(browser, { width: 1280, height: 900, ...options });
  await takeSession(one.context, stack, OPERATOR_PHONE, { provenAt: stack.now() });
  await one.context.addInitScript(`localStorage.setItem("language", "${language}")`);
  return one;
}
