import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findFreePort } from "../../lib/local/engines/dynamodb-process.ts";
import { signIn } from "../../lib/local/seed/seed.ts";
import { startLocal } from "../../lib/local/stack.ts";
import { call, hangUp } from "../support/api.ts";
import { spareThreads } from "../support/running-stack.ts";

const FOLDER = join(import.meta.dirname, "..", "..", "examples", "telegram-shop");
const BOT = "7000000002";
const CUSTOMER = "555000111";

interface Button {
  readonly text: string;
  readonly callback_data?: string;
  readonly url?: string;
  readonly web_app?: { readonly url: string };
}
interface Message {
  readonly message_id: number;
  readonly from: string;
  readonly text: string;
  readonly reply_markup?: { readonly inline_keyboard: readonly (readonly Button[])[] };
}

let stack: Awaited<ReturnType<typeof startLocal>>;
let shop: ChildProcess;
let shopUrl: string;

const person = (action: string, body: object) =>
  call(stack.url, "POST", `/_local/telegram/people/${CUSTOMER}/${action}/`, { body });
const buttonsOf = ({ reply_markup }: Message) => reply_markup?.inline_keyboard.flat() ?? [];

/** The bot's messages to the customer. */
async function answers(): Promise<readonly Message[]> {
  const path = `/_local/telegram/messages/?bot=${BOT}&chat_id=${CUSTOMER}`;
  const { body } = await call(stack.url, "GET", path);
  return body.messages.filter(({ from }: Message) => from === `bot:${BOT}`);
}

/** Waits for a message of the bot that begins with this text, and returns the newest. */
async function answer(text: string): Promise<Message> {
  const find = async () => (await answers()).findLast((one) => one.text.startsWith(text));
  await expect.poll(find).toBeDefined();
  return (await find()) as Message;
}

async function startShop(secret: string, port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["bot.mjs"], {
    cwd: FOLDER,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      CHECKOUT_BASE_URL: stack.url,
      CHECKOUT_API_KEY: stack.seed?.test_key ?? "",
      WEBHOOK_SECRET: secret,
      BOT_TOKEN: `${BOT}:local`,
      TELEGRAM_API_ROOT: `${stack.url}/_local/telegram`,
      PORT: String(port),
    },
  });
  await new Promise<void>((resolve, reject) => {
    let printed = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        printed += chunk.toString();
        if (printed.includes("shop on http://")) resolve();
      });
    }
    child.once("exit", (code) => reject(new Error(`exited with ${code}: ${printed}`)));
  });
  return child;
}

beforeAll(async () => {
  stack = await startLocal({ seed: true, spareThreads });
  const port = await findFreePort();
  shopUrl = `http://127.0.0.1:${port}`;
  const { post } = await signIn(stack, stack.seed?.phone ?? "");
  const endpoint = (await post("webhooks/", {
    app_id: stack.seed?.app_id,
    url: `${shopUrl}/webhooks`,
    events: ["checkout.verified"],
    livemode: false,
  })) as { readonly secret: string };
  shop = await startShop(endpoint.secret, port);
});
afterAll(async () => {
  shop?.kill();
  await stack?.close();
});

describe("the shop in Telegram", () => {
  it("is shorter than 100 lines", () => {
    const text = readFileSync(join(FOLDER, "bot.mjs"), "utf8");
    expect(text.trimEnd().split("\n").length).toBeLessThan(100);
  });

  it("refuses to start without a whole secret", async () => {
    const refused = startShop("whsec_", await findFreePort());
    await expect(refused).rejects.toThrow(/exited with 1: [\s\S]*WEBHOOK_SECRET is not/);
  });

  it("leads from the catalog to a paid order with its receipt", async () => {
    await person("messages", { bot: BOT, text: "/start" });
    const catalog = await answer("What would you like?");
    const items = buttonsOf(catalog);
    expect(items.map(({ text }) => text)).toEqual([
      "Coffee, 500 g: 450.00 birr",
      "White honey, 1 kg: 980.00 birr",
      "Cotton scarf: 1250.00 birr",
    ]);

    const { message_id } = catalog;
    await person("presses", { bot: BOT, message_id, data: items[1]?.callback_data });
    const order = await answer("Your order: White honey");
    const [pay, browser] = buttonsOf(order);
    expect(pay?.text).toBe("Pay 980.00 birr");
    expect(browser?.url).toBe(pay?.web_app?.url);
    const page = await fetch(pay?.web_app?.url ?? "", { headers: { accept: "text/html" } });
    expect(await page.text()).toContain("980");

    const token = pay?.web_app?.url.split("/").at(-2);
    await call(stack.url, "POST", `/api/public/gateway/checkouts/${token}/verify/`, {
      body: { input: "TESTOKHONEY" },
    });
    const paid = await answer("Paid: White honey");
    const [receipt] = buttonsOf(paid);
    expect(receipt?.text).toBe("Receipt");
    const shown = await fetch(receipt?.url ?? "");
    expect(await shown.json()).toMatchObject({ object: "receipt", amount: 98_000 });
  });

  it("ignores a forged webhook, and an item that it does not sell", async () => {
    const forged = { type: "checkout.verified", data: { object: { client_reference: "x" } } };
    const { status } = await call(shopUrl, "POST", "/webhooks", { body: forged });
    expect(status).toBe(400);
    const { message_id } = await answer("What would you like?");
    await person("presses", { bot: BOT, message_id, data: "buy:constructor" });
    await answer("We no longer sell this");
    expect((await answers()).filter(({ text }) => text.startsWith("Paid"))).toHaveLength(1);
  });

  it("keeps on running after a sender that hung up in the middle of a webhook", async () => {
    await hangUp(`${shopUrl}/webhooks`);
    const { status } = await call(shopUrl, "POST", "/webhooks", { body: {} });
    expect(status).toBe(400);
  });

  it("keeps on selling after a customer blocked it before the payment arrived", async () => {
    const { message_id } = await answer("What would you like?");
    await person("presses", { bot: BOT, message_id, data: "buy:scarf" });
    const [pay] = buttonsOf(await answer("Your order: Cotton scarf"));
    await person("block", {});
    const token = pay?.web_app?.url.split("/").at(-2);
    await call(stack.url, "POST", `/api/public/gateway/checkouts/${token}/verify/`, {
      body: { input: "TESTOKSCARF" },
    });
    await stack.idle();
    await person("unblock", {});
    await person("presses", { bot: BOT, message_id, data: "buy:coffee" });
    await answer("Your order: Coffee");
  });
});
