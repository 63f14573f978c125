import type { Method, Route } from "../route.ts";
import * as auth from "./auth.ts";
import * as platformAccount from "./platform-account.ts";
import * as platformApps from "./platform-apps.ts";
import * as platformBooks from "./platform-books.ts";
import * as platformCheckouts from "./platform-checkouts.ts";
import * as platformCredits from "./platform-credits.ts";
import * as platformCustomers from "./platform-customers.ts";
import * as platformEvents from "./platform-events.ts";
import * as platformInsight from "./platform-insight.ts";
import * as platformKeys from "./platform-keys.ts";
import * as platformLinks from "./platform-links.ts";
import * as platformNotices from "./platform-notices.ts";
import * as platformNotifications from "./platform-notifications.ts";
import * as platformOperator from "./platform-operator.ts";
import * as platformTeam from "./platform-team.ts";
import * as platformWebhooks from "./platform-webhooks.ts";
import * as publicGateway from "./public.ts";
import * as publicLinks from "./public-links.ts";
import * as publicNotices from "./public-notices.ts";
import * as publicPages from "./public-pages.ts";
import * as publicStatus from "./public-status.ts";
import * as service from "./service.ts";
import * as v1 from "./v1.ts";

const METHODS: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** THE route table: every operation there is, in the order in which the documentation shows them. */
export const ROUTES: readonly Route[] = [
  ...inOrder(v1),
  ...inOrder(auth),
  ...inOrder(platformAccount),
  ...inOrder(platformTeam),
  ...inOrder(platformNotifications),
  ...inOrder(platformApps),
  ...inOrder(platformKeys),
  ...inOrder(platformCheckouts),
  ...inOrder(platformCustomers),
  ...inOrder(platformLinks),
  ...inOrder(platformBooks),
  ...inOrder(platformCredits),
  ...inOrder(platformWebhooks),
  ...inOrder(platformNotices),
  ...inOrder(platformEvents),
  ...inOrder(platformInsight),
  ...inOrder(platformOperator),
  ...inOrder(publicGateway),
  ...inOrder(publicPages),
  ...inOrder(publicLinks),
  ...inOrder(publicNotices),
  ...inOrder(publicStatus),
  ...inOrder(service),
];

/** By path, reading before writing: the order of a module's exports depends on who bundles it. */
function inOrder(routes: Readonly<Record<string, Route>>): readonly Route[] {
  const rank = (route: Route) => `${route.path} ${METHODS.indexOf(route.method)}`;
  return Object.values(routes).sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}
