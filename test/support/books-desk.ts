import { addDays, dayOf } from "../../lib/contract/days.ts";
import { routeFunctionId } from "../../lib/contract/functions.ts";
import type { Route } from "../../lib/contract/route.ts";
import * as routes from "../../lib/contract/routes/platform-books.ts";
import type { UserPrincipal } from "../../lib/pipeline/principal.ts";
import { type BookedWish, bookEvent } from "./booked-events.ts";
import { loadHandler, setFunctionEnvironment } from "./function-environment.ts";
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
  readonly call: (name: BooksOperation, more?: Invocation) => ReturnType<typeof invoke>;
  /** Stores the event of a decided checkout; returns the checkout's id. */
  readonly book: (
    wish: Partial<BookedWish> & Pick<BookedWish, "payments">,
    merchant?: Merchant,
  ) => Promise<string>;
}

type BooksOperation = keyof typeof routes;
const ROUTES: Readonly<Record<BooksOperation, Route>> = { ...routes };

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
      const route = ROUTES[name];
      return invoke(await loadHandler(routeFunctionId(route)), route, {
        principal: desk.user,
        ...more,
      });
    },
    book: (wish, merchant = desk.shop) => bookEvent(engine.table, merchant, { day: DAY, ...wish }),
  };
  return desk;
}

/** One payment of the whole amount. */
export const whole = (reference: string, amount = 150_000) => ({
  payments: [{ reference, amount }],
});
