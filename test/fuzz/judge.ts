import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { EVENT_CATALOG } from "../../lib/contract/event-catalog.ts";
import type { Route } from "../../lib/contract/route.ts";
import { type SeenAnswer, violation } from "../support/contract.ts";
import type { Presented } from "./credentials.ts";
import { document, operationOf, type Plan } from "./plans.ts";
import { markOf, type Sent } from "./send.ts";
import type { Target } from "./target.ts";

const DOCUMENT = "https://fuzz.example/openapi.json";
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addFormat("base64", true);
ajv.addSchema(document, DOCUMENT);

/** What is wrong with an answer, in a few words; null where nothing is. */
export function fault(
  plan: Plan,
  sent: Sent,
  seen: SeenAnswer,
  presented: Presented,
  target: Target,
): string | null {
  const { status } = seen;
  if (status >= 500) return `${status}: a request must never break the service`;
  return (
    violation(seen) ??
    accessFault(plan, seen, presented) ??
    acceptedFault(plan, sent, seen) ??
    leakFault(plan, sent, seen, presented, target) ??
    modeFault(plan, seen, presented)
  );
}

/** Nothing but a good credential opens an operation that needs one. */
function accessFault(plan: Plan, { status }: SeenAnswer, { actor }: Presented): string | null {
  const { route, method, credential } = plan;
  if (route.auth === "none" || method === "OPTIONS" || actor !== null) return null;
  return status < 400 ? `${status} to the credential "${credential}"` : null;
}

const validators = new Map<string, ValidateFunction>();

/** Whether a JSON body fits the published schema; null where there is nothing to say. */
export function fitsSchema(route: Route, body: string | null): boolean | null {
  const content = operationOf(route).requestBody?.content;
  if (content === undefined || body === null || !("application/json" in content)) return null;
  const path = route.path.replaceAll("~", "~0").replaceAll("/", "~1");
  const part = encodeURIComponent(path);
  const verb = route.method.toLowerCase();
  const place = `${DOCUMENT}#/paths/${part}/${verb}/requestBody/content/application~1json/schema`;
  const validate = validators.get(place) ?? ajv.compile({ $ref: place });
  validators.set(place, validate);
  try {
    return validate(JSON.parse(body));
  } catch {
    return false;
  }
}

function acceptedFault(plan: Plan, sent: Sent, { status }: SeenAnswer): string | null {
  if (plan.method !== plan.route.method || status >= 300) return null;
  if (fitsSchema(plan.route, sent.body) !== false) return null;
  // An operation whose body may be missing takes `null` for nothing.
  if (sent.body === "null") return null;
  return `${status} to a body that the published schema rejects`;
}

/** Answers with the seller's checkout, which is meant for the buyer. */
export const SHARED = new Set(["purchase-credits"]);

/** Invented ids of examples, which triggered events carry too. */
const EXAMPLES = JSON.stringify([document, EVENT_CATALOG]);

/** Data of another account, or a secret of the request itself. */
function leakFault(
  { route }: Plan,
  sent: Sent,
  seen: SeenAnswer,
  { actor, header }: Presented,
  target: Target,
): string | null {
  const said = `${sent.path} ${sent.body} ${Object.values(sent.headers).join(" ")}`;
  const text = `${seen.headers.map((pair) => pair.join(": ")).join("\n")}\n${seen.body}`;
  const secret = header?.slice("Bearer ".length) ?? "";
  if (secret.length > 12 && text.includes(secret)) return "the answer repeats the credential";
  if (actor === null || SHARED.has(route.operation)) return null;
  for (const other of ["one", "two"]) {
    if (other !== actor && text.includes(markOf(other))) return `a text of account ${other}`;
  }
  const words = [...text.matchAll(/[A-Za-z0-9]+_[\w-]{16,}|[0-9a-z]{40,80}/g)].map(
    ([word]) => word,
  );
  const leaked = words.find((word) => {
    const owner = target.owners.get(word) ?? actor;
    if (owner === actor || said.includes(word) || EXAMPLES.includes(word)) return false;
    // Made up by the campaign; accounts see it in the paths of their own failed requests.
    if (/^[a-z]+_0{26}$/.test(word)) return false;
    // The operator's checkouts for credits name the account that buys them.
    if (actor === "operator" && word.startsWith("acc_")) return false;
    return !target.hasMentioned(actor, word);
  });
  return leaked === undefined
    ? null
    : `${leaked} belongs to ${target.owners.get(leaked)}, ${actor} asked`;
}

/** A test key sees test mode only, and a live key live mode only. */
function modeFault(plan: Plan, seen: SeenAnswer, { mode }: Presented): string | null {
  if (plan.route.auth !== "api-key" || mode === null || seen.status >= 300) return null;
  const wrong = `"livemode":${mode !== "live"}`;
  return seen.body.includes(wrong) ? `a ${mode} key was answered ${wrong}` : null;
}
