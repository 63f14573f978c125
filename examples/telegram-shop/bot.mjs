// A shop in Telegram: a catalog, an order, a pay button, and a message when the payment is verified.
import { createServer } from "node:http";
import { Bot, InlineKeyboard } from "grammy";
import { Webhook } from "standardwebhooks";

const { CHECKOUT_BASE_URL, CHECKOUT_API_KEY, WEBHOOK_SECRET, BOT_TOKEN, PORT = 4000 } = process.env;
const apiRoot = process.env.TELEGRAM_API_ROOT ?? "https://api.telegram.org";
if (!/^whsec_[\w+/]{32}/.test(WEBHOOK_SECRET)) {
  throw new Error("WEBHOOK_SECRET is not an endpoint's secret (whsec_…).");
}
const CATALOG = {
  coffee: { name: "Coffee, 500 g", amount: 45000 },
  honey: { name: "White honey, 1 kg", amount: 98000 },
  scarf: { name: "Cotton scarf", amount: 125000 },
};
const orders = new Map(); // your database
const webhook = new Webhook(WEBHOOK_SECRET);
const bot = new Bot(BOT_TOKEN, { client: { apiRoot } });
const birr = (amount) => `${(amount / 100).toFixed(2)} birr`;

bot.command("start", async (context) => {
  const keyboard = new InlineKeyboard();
  for (const [id, { name, amount }] of Object.entries(CATALOG)) {
    keyboard.text(`${name}: ${birr(amount)}`, `buy:${id}`).row();
  }
  await context.reply("What would you like?", { reply_markup: keyboard });
});

bot.callbackQuery(/^buy:(\w+)$/, async (context) => {
  await context.answerCallbackQuery();
  const item = Object.hasOwn(CATALOG, context.match[1]) ? CATALOG[context.match[1]] : null;
  if (item === null) return context.reply("We no longer sell this. Send /start for the list.");
  // Telegram can send a press twice: its id makes it one order.
  const id = `telegram-${context.callbackQuery.id}`;
  const order = orders.get(id) ?? { ...item, chat: context.from.id, status: "unpaid" };
  orders.set(id, order);
  const checkout = await createCheckout(id, order);
  if (checkout === null) return context.reply("Payments are not available now. Please try again.");
  order.due = checkout.amount; // with distinct amounts, some santim more
  const keyboard = new InlineKeyboard()
    .webApp(`Pay ${birr(order.due)}`, checkout.pay_url)
    .row()
    .url("Pay in the browser", checkout.pay_url);
  await context.reply(`Your order: ${order.name}`, { reply_markup: keyboard });
});

async function createCheckout(id, { name, amount }) {
  const answer = await fetch(`${CHECKOUT_BASE_URL}/api/v1/checkouts/`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${CHECKOUT_API_KEY}`,
      "content-type": "application/json",
      "idempotency-key": id,
    },
    body: JSON.stringify({ amount, currency: "ETB", client_reference: id, description: name }),
    signal: AbortSignal.timeout(10_000),
  }).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

const server = createServer(async (request, response) => {
  let event;
  try {
    const body = Buffer.concat(await request.toArray()).toString(); // as it came, not parsed
    event = webhook.verify(body, request.headers);
  } catch {
    return response.writeHead(400).end();
  }
  response.writeHead(204).end();
  if (event.type === "checkout.verified") await fulfill(event.data.object);
});

async function fulfill({ client_reference, amount, currency, receipt_url }) {
  const order = orders.get(client_reference);
  const isOurs = order?.due === amount && currency === "ETB";
  if (!isOurs || order.status === "paid") return; // a webhook can come twice
  order.status = "paid"; // send the goods here
  const receipt = receipt_url && new InlineKeyboard().url("Receipt", receipt_url);
  await bot.api
    .sendMessage(order.chat, `Paid: ${order.name}. Thank you!`, {
      reply_markup: receipt ?? undefined,
    })
    .catch((error) => console.error(error.message)); // the customer may have blocked the bot
}

bot.catch(({ error }) => console.error(error.message));
server.listen(Number(PORT), "127.0.0.1");
await bot.start({ onStart: () => console.log(`shop on http://127.0.0.1:${PORT}`) });
