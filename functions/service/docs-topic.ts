import { docsTopic } from "../../lib/contract/routes/service.ts";
import { docsReply, markdownReply } from "../../lib/pages/docs/docs-reply.ts";
import { endpoint } from "../../lib/pipeline/endpoint.ts";

export const handler = endpoint(docsTopic, async ({ params: { topic } }) =>
  topic.endsWith(".md") ? markdownReply(topic) : docsReply(topic),
);
