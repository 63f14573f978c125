import { openApiDocument } from "./openapi.ts";
import { ROUTES } from "./routes/table.ts";
import { SERVICE_VERSION } from "./version.ts";

/**
 * The OpenAPI document as JSON, without the address of the service. A bundle has it as text (`madeAtBuild`): making it
 * needs the schemas of every route.
 */
export const OPENAPI_TEXT = JSON.stringify(
  openApiDocument(ROUTES, { version: SERVICE_VERSION, baseUrl: "" }),
);
