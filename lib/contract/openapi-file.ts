import { openApiDocument } from "./openapi.ts";
import { ROUTES } from "./routes/table.ts";
import { SERVICE_VERSION } from "./version.ts";

/** Text of `docs/openapi.json`: what the service serves, with an example's address. */
export function openApiFile(): string {
  const document = openApiDocument(ROUTES, {
    baseUrl: "https://checkout.example",
    version: SERVICE_VERSION,
  });
  return `${JSON.stringify(document, null, 2)}\n`;
}
