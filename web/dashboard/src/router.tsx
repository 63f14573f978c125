import {
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  retainSearchParams,
} from "@tanstack/react-router";
import type { Permission } from "../../../lib/contract/roles.ts";
import { client } from "./client.ts";
import { isSessionLikely } from "./first-page.ts";
import { NotFound, RootLayout, RouteProblem } from "./layout/root-layout.tsx";
import { lazyView } from "./lazy-view.tsx";
import { oneOf, ownPath } from "./search.ts";
import {
  readCheckoutFilters,
  readEntryFilters,
  readLogFilters,
  readSearchFilter,
} from "./search-filters.ts";
import { sessionState, setSession } from "./session.ts";
import { adoptLanguage, loadTexts } from "./texts/t.ts";

const root = createRootRoute({ component: RootLayout, notFoundComponent: NotFound });

/** Visitors without a session get another page: see `main.ts`. Those with one go where they wanted. */
const login = createRoute({
  getParentRoute: () => root,
  path: "/login",
  validateSearch: (search): { next?: string } => {
    const next = ownPath(search.next);
    return next === undefined ? {} : { next };
  },
  beforeLoad: async ({ search }) => {
    await restoreSession();
    if (sessionState().kind !== "signed-in") return leave(location.href);
    // The router keeps what `validateSearch` leaves out.
    throw redirect({ href: ownPath(search.next) ?? "/", replace: true });
  },
});

/** What an invitation's link opens. Its token stays behind `#`: no server and no log gets it. */
const join = createRoute({
  getParentRoute: () => root,
  path: "/join",
  beforeLoad: async () => {
    await restoreSession();
    if (sessionState().kind === "signed-in") return;
    // Without the mark of a session, the page that loads is the one to sign in.
    location.reload();
    await new Promise(() => {});
  },
  component: lazyView(() => import("./views/team/join-view.tsx"), "JoinView"),
});

/** The parent of all views that need a session. It keeps `mode=test` in the address. */
const inside = createRoute({
  getParentRoute: () => root,
  id: "inside",
  validateSearch: (search): { mode?: "test" } =>
    oneOf(search.mode, ["test"]) ? { mode: "test" } : {},
  search: { middlewares: [retainSearchParams(["mode"])] },
  beforeLoad: async ({ location: target, preload }) => {
    await restoreSession();
    const session = sessionState();
    if (session.kind !== "signed-in") {
      const next = target.href === "/" ? "" : `?next=${encodeURIComponent(target.href)}`;
      return leave(`/login${next}`);
    }
    if (!preload) await adoptLanguage(session.user.language, target.href);
  },
  component: lazyView(() => import("./layout/shell.tsx"), "Shell"),
});

/** Restores the session from the refresh cookie when the page loads. */
async function restoreSession(): Promise<void> {
  if (sessionState().kind !== "unknown") return;
  const session = isSessionLikely() ? await client.restore() : null;
  setSession(
    session ? { kind: "signed-in", user: session.user } : { kind: "signed-out", why: null },
  );
}

/** Loads another page. The router waits meanwhile, so that nothing shows that needs a session. */
function leave(address: string): Promise<never> {
  location.replace(address);
  return new Promise(() => {});
}

/** A view, and the permission that the operations it reads by need. */
const at = <const P extends string>(path: P, needs: Permission) =>
  ({ getParentRoute: () => inside, path, staticData: { needs } }) as const;

/** For views whose texts are not part of the first load. */
function withTexts(
  ...which: (
    | "audit"
    | "books"
    | "console"
    | "customers"
    | "evidence"
    | "logs"
    | "notifications"
    | "phones"
    | "requests"
  )[]
): typeof lazyView {
  return (load, name) => lazyView(() => Promise.all(which.map(loadTexts)).then(load), name);
}

const overview = createRoute({
  ...at("/", "reports"),
  component: lazyView(() => import("./views/overview/overview-view.tsx"), "OverviewView"),
});
const checkouts = createRoute({
  ...at("/checkouts", "checkouts.read"),
  validateSearch: readCheckoutFilters,
  component: lazyView(() => import("./views/checkouts/checkouts-view.tsx"), "CheckoutsView"),
});
const newCheckout = createRoute({
  ...at("/checkouts/new", "checkouts.write"),
  component: lazyView(() => import("./views/checkouts/new-checkout-view.tsx"), "NewCheckoutView"),
});
const checkout = createRoute({
  ...at("/checkouts/$checkoutId", "checkouts.read"),
  component: withTexts("evidence", "logs")(
    () => import("./views/checkouts/checkout-view.tsx"),
    "CheckoutView",
  ),
});
/** A page of its own, without the dashboard: see `main.ts`. */
const counter = createRoute({
  ...at("/counter", "checkouts.write"),
  beforeLoad: ({ location: target, preload }) => (preload ? undefined : leave(target.href)),
});
const apps = createRoute({
  ...at("/apps", "checkouts.read"),
  component: lazyView(() => import("./views/apps/apps-view.tsx"), "AppsView"),
});
const app = createRoute({
  ...at("/apps/$appId", "checkouts.read"),
  component: lazyView(() => import("./views/apps/app-view.tsx"), "AppView"),
});
const inApp = <const P extends string>(path: P, needs: Permission) =>
  ({ getParentRoute: () => app, path, staticData: { needs } }) as const;
const appMethods = createRoute({
  ...inApp("/", "checkouts.read"),
  component: lazyView(() => import("./views/apps/methods-tab.tsx"), "MethodsTab"),
});
const appKeys = createRoute({
  ...inApp("/api-keys", "developers"),
  component: lazyView(() => import("./views/keys/keys-table.tsx"), "AppKeysTab"),
});
const appPhones = createRoute({
  ...inApp("/phones", "settings"),
  component: withTexts("phones")(() => import("./views/phones/phones-tab.tsx"), "PhonesTab"),
});
const appSettings = createRoute({
  ...inApp("/settings", "settings"),
  component: lazyView(() => import("./views/apps/settings-tab.tsx"), "SettingsTab"),
});
const keys = createRoute({
  ...at("/api-keys", "developers"),
  component: lazyView(() => import("./views/keys/keys-table.tsx"), "KeysView"),
});
const logsView = withTexts("logs");
const webhooks = createRoute({
  ...at("/webhooks", "developers"),
  component: logsView(() => import("./views/webhooks/webhooks-view.tsx"), "WebhooksView"),
});
const webhook = createRoute({
  ...at("/webhooks/$endpointId", "developers"),
  component: logsView(() => import("./views/webhooks/webhook-view.tsx"), "WebhookView"),
});
const logs = createRoute({
  ...at("/webhook-logs", "developers"),
  validateSearch: readLogFilters,
  component: logsView(() => import("./views/logs/logs-view.tsx"), "LogsView"),
});
const delivery = createRoute({
  ...at("/webhook-logs/$endpointId/$deliveryId", "developers"),
  component: logsView(() => import("./views/logs/delivery-view.tsx"), "DeliveryView"),
});
const paymentLinks = createRoute({
  ...at("/payment-links", "checkouts.read"),
  component: lazyView(() => import("./views/links/links-view.tsx"), "LinksView"),
});
const errors = createRoute({
  ...at("/errors", "issues"),
  component: lazyView(() => import("./views/errors/errors-view.tsx"), "ErrorsView"),
});
const failedRequests = createRoute({
  ...at("/failed-requests", "developers"),
  validateSearch: readSearchFilter,
  component: withTexts("requests")(
    () => import("./views/requests/failed-requests-view.tsx"),
    "FailedRequestsView",
  ),
});
const booksView = withTexts("books");
const books = createRoute({
  ...at("/books", "reports"),
  component: booksView(() => import("./views/books/books-view.tsx"), "BooksView"),
});
const bookEntries = createRoute({
  ...at("/books/entries", "reports"),
  validateSearch: readEntryFilters,
  component: booksView(() => import("./views/books/entries-view.tsx"), "EntriesView"),
});
const statement = createRoute({
  ...at("/books/statements/$statementId", "reports"),
  component: booksView(() => import("./views/books/statement-view.tsx"), "StatementView"),
});
const credits = createRoute({
  ...at("/credits", "credits.read"),
  component: lazyView(() => import("./views/credits/credits-view.tsx"), "CreditsView"),
});
const team = createRoute({
  ...at("/team", "members.read"),
  component: lazyView(() => import("./views/team/team-view.tsx"), "TeamView"),
});
const account = createRoute({
  ...at("/account", "self"),
  component: withTexts(
    "audit",
    "customers",
    "notifications",
  )(() => import("./views/account/account-view.tsx"), "AccountView"),
});

const consoleView = withTexts("console");
const operatorConsole = createRoute({
  ...at("/console", "operate"),
  component: consoleView(() => import("./views/console/console-view.tsx"), "ConsoleView"),
});
const inConsole = <const P extends string>(path: P) =>
  ({
    getParentRoute: () => operatorConsole,
    path,
    staticData: { needs: "operate" },
  }) as const;
const consoleBanks = createRoute({
  ...inConsole("/"),
  component: consoleView(() => import("./views/console/banks-tab.tsx"), "BanksTab"),
});
const consoleAccounts = createRoute({
  ...inConsole("/accounts"),
  validateSearch: readSearchFilter,
  component: consoleView(() => import("./views/console/accounts-tab.tsx"), "AccountsTab"),
});
const consoleAccount = createRoute({
  ...inConsole("/accounts/$accountId"),
  validateSearch: readSearchFilter,
  component: withTexts("audit", "console")(
    () => import("./views/console/account-tab.tsx"),
    "AccountTab",
  ),
});
const consoleLetters = createRoute({
  ...inConsole("/dead-letters"),
  component: consoleView(() => import("./views/console/letters-tab.tsx"), "LettersTab"),
});
const consoleQueue = createRoute({
  ...inConsole("/dead-letters/$queue"),
  component: consoleView(() => import("./views/console/queue-tab.tsx"), "QueueTab"),
});
const consoleOperations = createRoute({
  ...inConsole("/operations"),
  component: consoleView(() => import("./views/console/operations-tab.tsx"), "OperationsTab"),
});

export const router = createRouter({
  routeTree: root.addChildren([
    login,
    join,
    inside.addChildren([
      overview,
      checkouts,
      newCheckout,
      checkout,
      counter,
      apps,
      app.addChildren([appMethods, appKeys, appPhones, appSettings]),
      keys,
      webhooks,
      webhook,
      logs,
      delivery,
      paymentLinks,
      errors,
      failedRequests,
      books,
      bookEntries,
      statement,
      credits,
      team,
      account,
      operatorConsole.addChildren([
        consoleBanks,
        consoleAccounts,
        consoleAccount,
        consoleLetters,
        consoleQueue,
        consoleOperations,
      ]),
    ]),
  ]),
  defaultErrorComponent: RouteProblem,
  // A dialog or a form of one checkout, app or account must not act on the next one, to which the Back button may lead.
  defaultRemountDeps: ({ params }) => params,
  defaultPreload: "intent",
  scrollRestoration: true,
  // Drops search parameters that no view validates.
  search: { strict: true },
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    readonly needs?: Permission;
  }
}
