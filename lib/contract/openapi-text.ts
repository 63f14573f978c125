import { SERVICE_VERSION } from "./brand.ts";
import { openApiDocument } from "./openapi.ts";
import { ROUTES } from "./routes/table.ts";

/**
 * The OpenAPI document as JSON, without the service's address. Evaluated at build time (`madeAtBuild`), because it needs
 * the schemas of every route.
 */
export const OPENAPI_TEXT = JSON.stringify(
  openApiDocument(ROUTES, { version: SERVICE_VERSION, baseUrl: "" }),
);
