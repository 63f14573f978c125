import { randomBytes } from "node:crypto";
import { PutCommand, UpdateCommand } from "../../lib/cloud/dynamodb.ts";
import { addDays, dayOf } from "../../lib/contract/days.ts";
import { routeFunctionId } from "../../lib/contract/functions.ts";
import type { EventDetail } from "../../lib/contract/messages.ts";
import type { Route } from "../../lib/contract/route.ts";
import * as routes from "../../lib/contract/routes/platform-books.ts";
import { compareStatementBody } from "../../lib/contract/schemas/books.ts";
import type { Checkout } from "../../lib/domain/checkout.ts";
import { newId } from "../../lib/domain/ids.ts";
import { newRecovery } from "../../lib/domain/user.ts";
import type { UserPrincipal } from "../../lib/pipeline/principal.ts";
import { type App, newAppWrite } from "../../lib/store/apps.ts";
import { getStatementDetails } from "../../lib/store/books.ts";
import { endpointToItem } from "../../lib/store/endpoints.ts";
import { getRecovery, newRecoveryWrite } from "../../lib/store/recoveries.ts";
import { type Table, transact } from "../../lib/store/transact.ts";
import { compare } from "../../lib/use-cases/books/compare.ts";
import { runBackgroundWork } from "../../lib/use-cases/webhooks/background.ts";
import { fanOut } from "../../lib/use-cases/webhooks/fan-out.ts";
import { deliveryIdOf } from "../../lib/use-cases/webhooks/present.ts";
import { type BookedWish, bookEvent } from "./events.ts";
import { type Invocation, invoke, loadHandler, setFunctionEnvironment } from "./function-calls.ts";
import { createMerchant, type Merchant, SHOP } from "./merchant.ts";
import { startTable, type TestTable } from "./table.ts";
import { createUser } from "./users.ts";
import { answer, newAccountId, WebhookRun } from "./webhook-run.ts";

export const TODAY = dayOf(Date.now());
/** Long enough ago that every payment is due. */
export const DAY = addDays(TODAY, -20);

/** A table, and a shop in it whose owner calls the operations of the books. */
export interface BooksSetup {
  readonly engine: TestTable;
  shop: Merchant;
  user: UserPrincipal;
  /** Begins with another shop. */
  readonly openShop: () => Promise<void>;
  readonly call: (name: BooksOperation, more?: Invocation) => ReturnType<typeof invoke>;
  /** Stores the event of a decided checkout; returns the checkout's id. */
  readonly book: (
    wish: Partial<BookedWish> & Pick<BookedWish, "payments">,
    merchant?: Merchant,
  ) => Promise<string>;
}

type BooksOperation = keyof typeof routes;
const ROUTES: Readonly<Record<BooksOperation, Route>> = { ...routes };

export async function openBooks(): Promise<BooksSetup> {
  const engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
  const shop = await createMerchant(engine.table);
  const books: BooksSetup = {
    engine,
    shop,
    user: await createUser(engine.table, shop.accountId),
    async openShop() {
      books.shop = await createMerchant(engine.table);
      books.user = await createUser(engine.table, books.shop.accountId);
    },
    async call(name, more = {}) {
      const route = ROUTES[name];
      return invoke(await loadHandler(routeFunctionId(route)), route, {
        principal: books.user,
        ...more,
      });
    },
    book: (wish, merchant = books.shop) => bookEvent(engine.table, merchant, { day: DAY, ...wish }),
  };
  return books;
}

/** The statement of the shop's wallet, compared today. */
export function walletStatement(books: () => BooksSetup) {
  return {
    row: (change: object = {}) => ({
      ...{ line: 1, amount: 500, direction: "in", text: "Transfer", date: dayOf(Date.now()) },
      ...change,
    }),
    compareRows(rows: readonly object[], more: object = {}) {
      const account = { provider: "telebirr", account_number: SHOP.number };
      const body = compareStatementBody.parse({ ...account, rows, ...more });
      return compare(books().user, body, Date.now());
    },
    async unknownOf(id: string) {
      const { engine, user } = books();
      const details = await getStatementDetails(engine.table, user.accountId, id, Date.now());
      return details.points.filter(({ kind }) => kind === "unknown");
    },
    sell: (id: string, point: string | undefined, note = "Paid at the counter") =>
      books().call("sellPoint", {
        params: { id },
        body: { point, app_id: books().shop.appId, note },
      }),
  };
}

/** One payment of the whole amount. */
export const whole = (reference: string, amount = 150_000) => ({
  payments: [{ reference, amount }],
});

const MINUTE = 60_000;
/** When the first checkout of a list was created (ms). */
export const LISTED_FROM = Date.UTC(2026, 10, 20, 9);
/** When lists are read (ms). */
export const LISTED_AT = LISTED_FROM + 60 * MINUTE;

export async function addApp(table: Table, accountId: string, appId: number): Promise<App> {
  const createdAt = LISTED_FROM;
  const app = { appId, accountId, name: `App ${appId}`, createdAt, deletedAt: null };
  await transact(table, [newAppWrite(app)]);
  return app;
}

/** How checkouts of a list differ. */
export interface Facts {
  readonly status: Checkout["status"];
  readonly pending: boolean;
  readonly appId: number;
  readonly account: string;
  readonly livemode: boolean;
  readonly client: string | null;
  readonly expiresIn: number;
}

/** The checkout that follows `index` others: four are created in a minute. */
export function checkoutOf(index: number, facts: Facts): Checkout {
  const createdAt = LISTED_FROM + Math.floor(index / 4) * MINUTE;
  const waits = facts.status === "open" || facts.status === "expired";
  const pending = { id: "att_1", provider: "telebirr", reference: "X", submittedAt: createdAt };
  return {
    id: newId(
      "co_",
      createdAt,
      Uint8Array.from({ length: 10 }, (_, byte) => index * 7 + byte),
    ),
    token: "t",
    accountId: facts.account,
    appId: facts.appId,
    livemode: facts.livemode,
    merchantName: "Selam Coffee",
    amount: 100,
    currency: "ETB",
    clientReference: facts.client,
    description: null,
    customer: null,
    methods: [],
    returnUrl: null,
    cancelUrl: null,
    latePolicy: "review",
    locale: "en",
    metadata: {},
    createdAt,
    purchaseId: null,
    status: facts.status,
    version: 1,
    sequence: 1,
    expiresAt: createdAt + facts.expiresIn * MINUTE,
    pending: waits && facts.pending ? [{ ...pending, awaitsCredits: false } as never] : [],
    attemptsCount: 0,
    failedAttempts: 0,
    hasWaited: false,
    payments: [],
    amountReceived: 0,
    review: null,
    verifiedAt: null,
    receiptCode: null,
    eventIds: [],
  };
}

/** An endpoint and the deliveries of events that it missed while it was disabled, oldest first. */
export async function missedDeliveries(table: Table, missed: number) {
  const run = new WebhookRun(table, { receive: () => answer(200) });
  const accountId = newAccountId();
  const status = missed > 0 ? "disabled" : "enabled";
  const { endpoint } = await run.addEndpoint({ accountId, appId: 1, status });
  const sent: string[] = [];
  const ports: typeof run.ports = {
    ...run.ports,
    send: async (_, messages) => void sent.push(...messages.map((one) => one.message.delivery_id)),
  };
  const happen = async (): Promise<EventDetail> => {
    const objectId = newId("co_", run.now, randomBytes(10));
    const event = await run.commitEvent({ accountId, appId: 1, objectId });
    const { id, livemode, type, sequence } = event;
    return { version: 1, id, account_id: accountId, app_id: 1, livemode, type, sequence };
  };
  const ids: string[] = [];
  for (let count = 0; count < missed; count++) {
    const event = await happen();
    await fanOut(ports, [event]);
    ids.push(deliveryIdOf(event.id, endpoint.id));
  }
  ids.sort();
  await table.client.send(
    new PutCommand({
      TableName: table.name,
      Item: endpointToItem({ ...endpoint, status: "enabled" }),
    }),
  );
  const damage = (pk: string, sk: string, attribute: string) =>
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { pk, sk },
        UpdateExpression: "REMOVE #name",
        ExpressionAttributeNames: { "#name": attribute },
      }),
    );
  /** Runs a recovery of all of them on `of`, and returns it. */
  const recover = async (of = table) => {
    const recovery = newRecovery({
      id: newId("rcv_", run.now, randomBytes(10)),
      accountId,
      endpointId: endpoint.id,
      since: run.now,
      createdAt: run.now,
    });
    await transact(table, [newRecoveryWrite(recovery)]);
    await runBackgroundWork(
      { ...ports, table: of },
      {
        version: 1,
        kind: "recover",
        account_id: accountId,
        endpoint_id: endpoint.id,
        recovery_id: recovery.id,
      },
    );
    return getRecovery(table, endpoint.id, recovery.id, run.now);
  };
  return { table, run, ports, accountId, endpoint, happen, sent, ids, damage, recover };
}
