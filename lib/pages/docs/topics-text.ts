import { ROUTES } from "../../contract/routes/table.ts";
import { topics } from "./topics.ts";

/** Stands for the address of the service, which the build does not know. */
export const ADDRESS = "https://address-of-the-service.invalid";

/**
 * The topics of the documentation as JSON. A bundle has them as text (`madeAtBuild`): making them needs the schemas of
 * every route.
 */
export const TOPICS_TEXT = JSON.stringify(topics(ROUTES, ADDRESS));
