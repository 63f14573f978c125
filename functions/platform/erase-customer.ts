import { eraseCustomer as route } from "../../lib/contract/routes/platform-customers.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { eraseCustomer } from "../../lib/use-cases/accounts/customer-request.ts";

export const handler = idempotentEndpoint(route, async ({ principal, body, now }) =>
  reply(200, await eraseCustomer(principal, body, body.cursor, now)),
);
