import { docs } from "../../lib/contract/routes/service.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";
import { randomBytes } from "../../lib/runtime/deps.ts";
import { renderDocs } from "../../lib/runtime/docs/render-docs.ts";
import { endpoint, publicBaseUrl } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";

export const handler = endpoint(docs, async () => {
  const nonce = Buffer.from(randomBytes(16)).toString("base64url");
  return reply(200, renderDocs(ROUTES, publicBaseUrl(), nonce), {
    headers: {
      "cache-control": "public, max-age=300",
      "content-security-policy": `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'`,
    },
  });
});
