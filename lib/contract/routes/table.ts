import type { Route } from "../route.ts";
import * as auth from "./auth.ts";
import * as platformAccount from "./platform-account.ts";
import * as platformApps from "./platform-apps.ts";
import * as platformCheckouts from "./platform-checkouts.ts";
import * as platformCredits from "./platform-credits.ts";
import * as platformInsight from "./platform-insight.ts";
import * as platformKeys from "./platform-keys.ts";
import * as platformWebhooks from "./platform-webhooks.ts";
import * as publicGateway from "./public.ts";
import * as publicPages from "./public-pages.ts";
import * as publicStatus from "./public-status.ts";
import * as service from "./service.ts";
import * as v1 from "./v1.ts";

/** THE route table: every operation there is, in the order in which the documentation shows them. */
export const ROUTES: readonly Route[] = [
  ...Object.values(v1),
  ...Object.values(auth),
  ...Object.values(platformAccount),
  ...Object.values(platformApps),
  ...Object.values(platformKeys),
  ...Object.values(platformCheckouts),
  ...Object.values(platformCredits),
  ...Object.values(platformWebhooks),
  ...Object.values(platformInsight),
  ...Object.values(publicGateway),
  ...Object.values(publicPages),
  ...Object.values(publicStatus),
  ...Object.values(service),
];
