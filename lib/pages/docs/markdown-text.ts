import { ROUTES } from "../../contract/routes/table.ts";
import { markdownFiles } from "./markdown.ts";
import { topics } from "./topics.ts";
import { ADDRESS } from "./topics-text.ts";

/** Every Markdown file of the documentation, as JSON. Evaluated at build time (`madeAtBuild`). */
export const MARKDOWN_TEXT = JSON.stringify(markdownFiles(topics(ROUTES, ADDRESS), ADDRESS));
