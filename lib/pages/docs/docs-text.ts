import { ROUTES } from "../../contract/routes/table.ts";
import { markdownFiles } from "./markdown.ts";
import { topics } from "./topics.ts";

// Evaluated at build time (`madeAtBuild`), because topics need the schemas of every route.

/** Placeholder for the service's address, which is unknown at build time. */
export const ADDRESS = "https://address-of-the-service.invalid";

const TOPICS = topics(ROUTES, ADDRESS);

/** The documentation's topics as JSON. */
export const TOPICS_TEXT = JSON.stringify(TOPICS);

/** Every Markdown file of the documentation, as JSON. */
export const MARKDOWN_TEXT = JSON.stringify(markdownFiles(TOPICS, ADDRESS));
