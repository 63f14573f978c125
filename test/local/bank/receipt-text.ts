import { extractText, getDocumentProxy } from "unpdf";
import type { Reply } from "./simulated-bank.ts";

/** What a person could read in a reply: markup as it is, a PDF's text (also one in base64 in JSON). */
export async function receiptText(reply: Pick<Reply, "bytes" | "type" | "text">): Promise<string> {
  if (reply.type === "application/pdf") return pdfText(reply.bytes);
  if (!reply.type.startsWith("application/json")) return reply.text;
  const data = (JSON.parse(reply.text) as { base64Data?: string | null }).base64Data;
  return typeof data !== "string"
    ? reply.text
    : pdfText(new Uint8Array(Buffer.from(data, "base64")));
}

async function pdfText(bytes: Uint8Array): Promise<string> {
  const document = await getDocumentProxy(Uint8Array.from(bytes));
  return (await extractText(document, { mergePages: true })).text;
}
