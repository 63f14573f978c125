import { addDays, dayOf } from "../../lib/contract/days.ts";
import * as routes from "../../lib/contract/routes/platform-books.ts";
import type { UserPrincipal } from "../../lib/pipeline/principal.ts";
import { type BookedWish, bookEvent } from "./booked-events.ts";
import { setFunctionEnvironment } from "./function-environment.ts";
import { type Invocation, invoke } from "./invoke.ts";
import { createMerchant, type Merchant } from "./merchant.ts";
import { startTable, type TestTable } from "./table.ts";
import { createUser } from "./user.ts";

export const TODAY = dayOf(Date.now());
/** Long enough ago that every payment is due. */
export const DAY = addDays(TODAY, -20);

/** A table, and a shop in it whose owner calls the operations of the books. */
export interface BooksDesk {
  readonly engine: TestTable;
  shop: Merchant;
  user: UserPrincipal;
  /** Begins with another shop. */
  readonly openShop: () => Promise<void>;
  readonly call: (name: keyof typeof FUNCTIONS, more?: Invocation) => ReturnType<typeof invoke>;
  /** Stores the event of a decided checkout; returns the checkout's id. */
  readonly book: (
    wish: Partial<BookedWish> & Pick<BookedWish, "payments">,
    merchant?: Merchant,
  ) => Promise<string>;
}

export async function openBooks(): Promise<BooksDesk> {
  const engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
  const shop = await createMerchant(engine.table);
  const desk: BooksDesk = {
    engine,
    shop,
    user: await createUser(engine.table, shop.accountId),
    async openShop() {
      desk.shop = await createMerchant(engine.table);
      desk.user = await createUser(engine.table, desk.shop.accountId);
    },
    async call(name, more = {}) {
      const { route, load } = FUNCTIONS[name];
      const { handler } = await load();
      return invoke(handler, route, { principal: desk.user, ...more });
    },
    book: (wish, merchant = desk.shop) => bookEvent(engine.table, merchant, { day: DAY, ...wish }),
  };
  return desk;
}

export const FUNCTIONS = {
  listBookDays: {
    route: routes.listBookDays,
    load: () => import("../../functions/platform/list-book-days.ts"),
  },
  listBookMonths: {
    route: routes.listBookMonths,
    load: () => import("../../functions/platform/list-book-months.ts"),
  },
  listBookEntries: {
    route: routes.listBookEntries,
    load: () => import("../../functions/platform/list-book-entries.ts"),
  },
  listBookAccounts: {
    route: routes.listBookAccounts,
    load: () => import("../../functions/platform/list-book-accounts.ts"),
  },
  compareStatement: {
    route: routes.compareStatement,
    load: () => import("../../functions/platform/compare-statement.ts"),
  },
  listStatements: {
    route: routes.listStatements,
    load: () => import("../../functions/platform/list-statements.ts"),
  },
  readStatement: {
    route: routes.readStatement,
    load: () => import("../../functions/platform/read-statement.ts"),
  },
  sellPoint: {
    route: routes.sellPoint,
    load: () => import("../../functions/platform/sell-point.ts"),
  },
  settlePoint: {
    route: routes.settlePoint,
    load: () => import("../../functions/platform/settle-point.ts"),
  },
} as const;

/** One payment of the whole amount. */
export const whole = (reference: string, amount = 150_000) => ({
  payments: [{ reference, amount }],
});
