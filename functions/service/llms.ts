import { llms } from "../../lib/contract/routes/service.ts";
import { indexReply } from "../../lib/pages/docs/docs-reply.ts";
import { endpoint } from "../../lib/pipeline/endpoint.ts";

export const handler = endpoint(llms, async () => indexReply());
