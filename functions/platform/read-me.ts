import { readMe } from "../../lib/contract/routes/platform-account.ts";
import { loadUser } from "../../lib/runtime/account/load-user.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { presentUser } from "../../lib/runtime/login/present-user.ts";

export const handler = endpoint(readMe, async ({ principal }) =>
  reply(200, presentUser(await loadUser(principal))),
);
