import { showLogo } from "../../lib/contract/routes/public-pages.ts";
import { notFound } from "../../lib/domain/errors.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { endpoint } from "../../lib/pipeline/endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { getLogo } from "../../lib/store/apps.ts";

/** An SVG that is opened directly is a document: it must neither run nor load anything. */
const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox";

export const handler = endpoint(showLogo, async ({ params }) => {
  const [appId, digest = ""] = params.logo.split("-");
  const svg = await getLogo(table(), Number(appId), digest);
  if (svg === null) throw notFound("logo");
  return reply(200, svg, {
    headers: {
      "content-type": "image/svg+xml",
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": POLICY,
    },
  });
});
