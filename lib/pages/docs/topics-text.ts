import { ROUTES } from "../../contract/routes/table.ts";
import { topics } from "./topics.ts";

/** Placeholder for the service's address, which is unknown at build time. */
export const ADDRESS = "https://address-of-the-service.invalid";

/**
 * The documentation's topics as JSON. Evaluated at build time (`madeAtBuild`), because they need the schemas of every
 * route.
 */
export const TOPICS_TEXT = JSON.stringify(topics(ROUTES, ADDRESS));
