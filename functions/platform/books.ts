import * as routes from "../../lib/contract/routes/platform-books.ts";
import { BOOKS_KEPT_DAYS } from "../../lib/contract/schemas/books.ts";
import { ServiceError } from "../../lib/domain/errors.ts";
import { assertCommitted } from "../../lib/pipeline/assert-committed.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { dashboardEndpoint, seesNumbers } from "../../lib/pipeline/endpoint.ts";
import { environment } from "../../lib/pipeline/environment.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { presentPage } from "../../lib/pipeline/present-page.ts";
import { limitDaily } from "../../lib/pipeline/rate-limit.ts";
import { listStatements as queryStatements } from "../../lib/store/books.ts";
import { transact } from "../../lib/store/transact.ts";
import {
  presentAccount,
  receivingAccounts,
  visibleStatements,
} from "../../lib/use-cases/books/accounts.ts";
import { compare } from "../../lib/use-cases/books/compare.ts";
import {
  exportEntries,
  listEntries,
  partHeaders,
  presentEntry,
  rangeOf,
} from "../../lib/use-cases/books/entries.ts";
import {
  memberNames,
  pointsCsv,
  presentNamedPoint,
  presentStatement,
} from "../../lib/use-cases/books/present-statement.ts";
import { sellFromStatement } from "../../lib/use-cases/books/sell.ts";
import {
  daysOf,
  loadStatement,
  readDays,
  readMonths,
  settlePoint as settle,
} from "../../lib/use-cases/books/sheets.ts";
import { presentCheckout } from "../../lib/use-cases/checkouts/present.ts";
import { audit } from "../../lib/use-cases/events/audit.ts";

/** Each reads months of events and is kept for 400 days. */
const STATEMENTS_PER_DAY = 200;

export const compareStatement = idempotentEndpoint(
  routes.compareStatement,
  async ({ principal, body, now }) => {
    await limitDaily({ name: "statements", limit: STATEMENTS_PER_DAY }, principal.accountId, now);
    const { statement, repeated } = await compare(principal, body, now);
    return reply(200, { ...presentStatement(statement), repeated });
  },
);

/** The latest statements, among which each account's last one is looked for. */
const LATEST = 100;

export const listBookAccounts = dashboardEndpoint(
  routes.listBookAccounts,
  async ({ principal, now }) => {
    const latest = { limit: LATEST, internal: true } as const;
    const [accounts, statements] = await Promise.all([
      receivingAccounts(principal),
      queryStatements(table(), principal.accountId, latest, now),
    ]);
    const page = { data: accounts, nextCursor: null };
    return reply(
      200,
      presentPage(page, (account) => presentAccount(account, statements.data)),
    );
  },
);

const MOST_DAY_SHEETS = 31;
const DEFAULT_DAY_SHEETS = 14;

export const listBookDays = dashboardEndpoint(
  routes.listBookDays,
  async ({ principal, query, now }) => {
    const { from, to } = daysOf(query, MOST_DAY_SHEETS, DEFAULT_DAY_SHEETS, now);
    const range = await rangeOf(principal, query, { from, to });
    const days = await readDays(range, query.from === undefined);
    const { livemode } = query;
    return reply(200, {
      ...{ object: "book_days" as const, livemode, from: days[0]?.day ?? from, to },
      days: [...days],
    });
  },
);

/** Of entries and of months in one answer. */
const MOST_DAYS = 92;

export const listBookEntries = dashboardEndpoint(
  routes.listBookEntries,
  async ({ principal, query, now }) => {
    const days = daysOf(query, MOST_DAYS, BOOKS_KEPT_DAYS, now);
    const range = await rangeOf(principal, query, days);
    if (query.format === "csv") {
      const { csv, nextCursor } = await exportEntries(range, query, !seesNumbers(principal));
      const note = `${days.from} … ${days.to}`;
      const exported = audit(principal, "books.exported", principal.accountId, now, note);
      assertCommitted(await transact(table(), [exported]));
      return reply(200, csv, {
        headers: partHeaders({ ...query, ...days }, nextCursor, environment().publicBaseUrl),
      });
    }
    const page = await listEntries(range, query, query);
    const names = await memberNames(page.data.map(({ member }) => member));
    return reply(
      200,
      presentPage(page, (entry) => presentEntry(entry, names)),
    );
  },
);

export const listBookMonths = dashboardEndpoint(
  routes.listBookMonths,
  async ({ principal, query, now }) => {
    const { livemode, calendar } = query;
    const range = await rangeOf(principal, query, daysOf(query, MOST_DAYS, BOOKS_KEPT_DAYS, now));
    return reply(200, {
      ...{ object: "book_months" as const, livemode, calendar },
      months: [...(await readMonths(range, calendar, query.from === undefined))],
    });
  },
);

export const listStatements = dashboardEndpoint(
  routes.listStatements,
  async ({ principal, query, now }) => {
    const page = await queryStatements(table(), principal.accountId, query, now);
    const data = await visibleStatements(principal, page.data);
    return reply(200, presentPage({ ...page, data }, presentStatement));
  },
);

export const readStatement = dashboardEndpoint(
  routes.readStatement,
  async ({ principal, params, query, now }) => {
    const { statement, details } = await loadStatement(principal, params.id, now);
    const names = await memberNames(details.points.map(({ settled }) => settled?.by));
    if (query.format === "csv") {
      const exported = audit(principal, "statement.exported", statement.id, now);
      assertCommitted(await transact(table(), [exported]));
      return reply(200, pointsCsv(statement, details.points, names), {
        headers: {
          "content-type": "text/csv; charset=utf-8",
          "content-disposition": `attachment; filename="statement-${statement.from}-${statement.to}.csv"`,
        },
      });
    }
    const points = details.points.map((point) => presentNamedPoint(point, names));
    return reply(200, { ...presentStatement(statement), points });
  },
);

export const sellPoint = idempotentEndpoint(
  routes.sellPoint,
  async ({ principal, params, body, now }) => {
    const { point, app_id: appId, note } = body;
    const sale = { statementId: params.id, point, appId, note, now };
    const sold = await sellFromStatement(principal, sale);
    return reply(201, presentCheckout(sold, now));
  },
);

export const settlePoint = idempotentEndpoint(
  routes.settlePoint,
  async ({ principal, params, body, now }) => {
    const { statement, settled } = await settle(principal, params.id, body, now);
    // A repeated request finds its own note.
    if (settled.by !== principal.userId || settled.note !== body.note)
      throw new ServiceError("conflict", "This point is already settled. Your note was not kept.");
    return reply(200, presentStatement(statement));
  },
);
