import { scanner } from "../../lib/contract/routes/public-pages.ts";
import { SCANNER } from "../../lib/pages/pay-page/scanner-asset.ts";
import { endpoint } from "../../lib/pipeline/endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";

export const handler = endpoint(scanner, async () =>
  reply(200, SCANNER, {
    headers: {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=86400",
    },
  }),
);
