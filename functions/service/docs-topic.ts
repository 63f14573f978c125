import { docsTopic } from "../../lib/contract/routes/service.ts";
import { docsReply } from "../../lib/pages/docs/docs-reply.ts";
import { endpoint } from "../../lib/pipeline/endpoint.ts";

export const handler = endpoint(docsTopic, async ({ params }) => docsReply(params.topic));
