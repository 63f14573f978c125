import * as routes from "../../lib/contract/routes/platform-customers.ts";
import { dashboardEndpoint } from "../../lib/pipeline/endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { presentPage } from "../../lib/pipeline/present-page.ts";
import {
  eraseCustomer as erase,
  exportCustomer as exportCheckouts,
} from "../../lib/use-cases/accounts/customer-request.ts";

export const eraseCustomer = idempotentEndpoint(
  routes.eraseCustomer,
  async ({ principal, body, now }) => reply(200, await erase(principal, body, body.cursor, now)),
);

export const exportCustomer = dashboardEndpoint(
  routes.exportCustomer,
  async ({ principal, query, now }) => {
    const page = await exportCheckouts(principal, query, query, now);
    return reply(
      200,
      presentPage(page, (checkout) => checkout),
    );
  },
);
