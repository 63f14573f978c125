import type { ErrorCode } from "../domain/errors.ts";
import { SERVICE_VERSION } from "./brand.ts";
import {
  EXCEPTION_GUIDE,
  OUTCOME_GUIDE,
  REVIEW_GUIDE,
  STATUS_GUIDE,
  type ValueGuide,
  WAITING_GUIDE,
} from "./guide/values.ts";
import { openApiDocument } from "./openapi.ts";
import { ERROR_GUIDE, PROBLEMS } from "./problems.ts";
import { ROUTES } from "./routes/table.ts";

/** Text of `docs/openapi.json`: what the service serves, with an example's address. */
export function openApiFile(): string {
  const document = openApiDocument(ROUTES, {
    baseUrl: "https://checkout.example",
    version: SERVICE_VERSION,
  });
  return `${JSON.stringify(document, null, 2)}\n`;
}

const KINDS: readonly (readonly [kind: string, guide: ValueGuide])[] = [
  ["status of a checkout", STATUS_GUIDE],
  ["exception of a checkout", EXCEPTION_GUIDE],
  ["reason of a review", REVIEW_GUIDE],
  ["outcome of an attempt", OUTCOME_GUIDE],
  ["what a pending attempt waits for", WAITING_GUIDE],
];

/** Text of the client's `explanations.ts`: every code that a program can meet, with its meaning and what to do. */
export function explanationsFile(): string {
  const errors = Object.entries(ERROR_GUIDE).map(([code, advice]) => {
    const { status, title } = PROBLEMS[code as ErrorCode];
    const page = `errors/#error-${code}`;
    return { code, kind: `error, HTTP status ${status}`, meaning: `${title}.`, advice, page };
  });
  const values = KINDS.flatMap(([kind, { anchor, values: guide }]) =>
    Object.entries(guide).map(([code, { meaning, advice }]) => ({
      code,
      kind,
      meaning,
      advice,
      page: `states/#${anchor}`,
    })),
  );
  const rows = [...errors, ...values].map((row) => JSON.stringify(plain(row)));
  return `// Generated from the contract by \`npm run generate\`. Do not edit.

/** What a code means and what a shop does about it. A code can have several entries, of different kinds. */
export interface Explanation {
  readonly code: string;
  readonly kind: string;
  readonly meaning: string;
  readonly advice: string;
  /** Below \`/api/docs/\`. */
  readonly page: string;
}

export const EXPLANATIONS: readonly Explanation[] = [
${rows.join(",\n")},
];
`;
}

/** Links of the documentation, as their text. */
function plain<Row extends Readonly<Record<string, string>>>(row: Row): Row {
  const entries = Object.entries(row).map(([name, text]) => [
    name,
    text.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1"),
  ]);
  return Object.fromEntries(entries) as Row;
}
