import { llmsFull } from "../../lib/contract/routes/service.ts";
import { fullTextReply } from "../../lib/pages/docs/docs-reply.ts";
import { endpoint } from "../../lib/pipeline/endpoint.ts";

export const handler = endpoint(llmsFull, async () => fullTextReply());
