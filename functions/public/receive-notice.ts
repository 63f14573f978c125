import { receiveNotice as route } from "../../lib/contract/routes/public-notices.ts";
import { endpoint } from "../../lib/pipeline/endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { rateHeaders } from "../../lib/pipeline/rate-limit.ts";
import { receiveNotice } from "../../lib/use-cases/bank-notices/receive.ts";

export const handler = endpoint(route, async ({ params, body, headers, now }) => {
  const counted = await receiveNotice({ sourceId: params.source, body, headers, now });
  return reply(202, null, { headers: rateHeaders([counted]) });
});
