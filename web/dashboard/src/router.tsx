import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  retainSearchParams,
} from "@tanstack/react-router";
import { client } from "./client.ts";
import { RootLayout } from "./layout/root-layout.tsx";
import { NotFound, RouteProblem } from "./layout/route-states.tsx";
import { oneOf, ownPath } from "./search.ts";
import { readCheckoutFilters, readLogFilters } from "./search-filters.ts";
import { isSessionLikely, sessionState, setSession } from "./session.ts";

const root = createRootRoute({ component: RootLayout, notFoundComponent: NotFound });

const login = createRoute({
  getParentRoute: () => root,
  path: "/login",
  validateSearch: (search): { next?: string } => {
    const next = ownPath(search.next);
    return next === undefined ? {} : { next };
  },
  beforeLoad: restoreSession,
  component: lazyRouteComponent(() => import("./views/login/login-view.tsx"), "LoginView"),
});

/** Everything behind the login. `mode=test` stays in the address from view to view. */
const inside = createRoute({
  getParentRoute: () => root,
  id: "inside",
  validateSearch: (search): { mode?: "test" } =>
    oneOf(search.mode, ["test"]) ? { mode: "test" } : {},
  search: { middlewares: [retainSearchParams(["mode"])] },
  beforeLoad: async ({ location }) => {
    await restoreSession();
    if (sessionState().kind !== "signed-in") {
      throw redirect({
        to: "/login",
        search: location.href === "/" ? {} : { next: location.href },
      });
    }
  },
  component: lazyRouteComponent(() => import("./layout/shell.tsx"), "Shell"),
});

/** The refresh cookie may hold a session that this page does not know of yet. */
async function restoreSession(): Promise<void> {
  if (sessionState().kind !== "unknown") return;
  const session = isSessionLikely() ? await client.restore() : null;
  setSession(
    session ? { kind: "signed-in", user: session.user } : { kind: "signed-out", why: null },
  );
}

const at = <const P extends string>(path: P) => ({ getParentRoute: () => inside, path }) as const;

const overview = createRoute({
  ...at("/"),
  component: lazyRouteComponent(() => import("./views/overview/overview-view.tsx"), "OverviewView"),
});
const checkouts = createRoute({
  ...at("/checkouts"),
  validateSearch: readCheckoutFilters,
  component: lazyRouteComponent(
    () => import("./views/checkouts/checkouts-view.tsx"),
    "CheckoutsView",
  ),
});
const newCheckout = createRoute({
  ...at("/checkouts/new"),
  component: lazyRouteComponent(() => import("./views/checkouts/new-link-view.tsx"), "NewLinkView"),
});
const checkout = createRoute({
  ...at("/checkouts/$checkoutId"),
  component: lazyRouteComponent(
    () => import("./views/checkouts/checkout-view.tsx"),
    "CheckoutView",
  ),
});
const apps = createRoute({
  ...at("/apps"),
  component: lazyRouteComponent(() => import("./views/apps/apps-view.tsx"), "AppsView"),
});
const app = createRoute({
  ...at("/apps/$appId"),
  component: lazyRouteComponent(() => import("./views/apps/app-view.tsx"), "AppView"),
});
const inApp = <const P extends string>(path: P) => ({ getParentRoute: () => app, path }) as const;
const appMethods = createRoute({
  ...inApp("/"),
  component: lazyRouteComponent(() => import("./views/apps/methods-tab.tsx"), "MethodsTab"),
});
const appKeys = createRoute({
  ...inApp("/api-keys"),
  component: lazyRouteComponent(() => import("./views/keys/app-keys-tab.tsx"), "AppKeysTab"),
});
const appSettings = createRoute({
  ...inApp("/settings"),
  component: lazyRouteComponent(() => import("./views/apps/settings-tab.tsx"), "SettingsTab"),
});
const keys = createRoute({
  ...at("/api-keys"),
  component: lazyRouteComponent(() => import("./views/keys/keys-view.tsx"), "KeysView"),
});
const webhooks = createRoute({
  ...at("/webhooks"),
  component: lazyRouteComponent(() => import("./views/webhooks/webhooks-view.tsx"), "WebhooksView"),
});
const webhook = createRoute({
  ...at("/webhooks/$endpointId"),
  component: lazyRouteComponent(() => import("./views/webhooks/webhook-view.tsx"), "WebhookView"),
});
const logs = createRoute({
  ...at("/webhook-logs"),
  validateSearch: readLogFilters,
  component: lazyRouteComponent(() => import("./views/logs/logs-view.tsx"), "LogsView"),
});
const delivery = createRoute({
  ...at("/webhook-logs/$endpointId/$deliveryId"),
  component: lazyRouteComponent(() => import("./views/logs/delivery-view.tsx"), "DeliveryView"),
});
const errors = createRoute({
  ...at("/errors"),
  component: lazyRouteComponent(() => import("./views/errors/errors-view.tsx"), "ErrorsView"),
});
const credits = createRoute({
  ...at("/credits"),
  component: lazyRouteComponent(() => import("./views/credits/credits-view.tsx"), "CreditsView"),
});
const account = createRoute({
  ...at("/account"),
  component: lazyRouteComponent(() => import("./views/account/account-view.tsx"), "AccountView"),
});

export const router = createRouter({
  routeTree: root.addChildren([
    login,
    inside.addChildren([
      overview,
      checkouts,
      newCheckout,
      checkout,
      apps,
      app.addChildren([appMethods, appKeys, appSettings]),
      keys,
      webhooks,
      webhook,
      logs,
      delivery,
      errors,
      credits,
      account,
    ]),
  ]),
  defaultErrorComponent: RouteProblem,
  defaultPreload: "intent",
  scrollRestoration: true,
  // What no view has asked for is dropped: otherwise the raw address would pass by the checks above.
  search: { strict: true },
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
