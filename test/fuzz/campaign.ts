import * as fc from "fast-check";
import type { Route } from "../../lib/contract/route.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";
import type { LocalStack } from "../../lib/local/compose-stack.ts";
import type { SeenAnswer } from "../support/contract.ts";
import { fault, fitsSchema, SHARED } from "./judge.ts";
import { type Plan, plansOf } from "./plans.ts";
import { asCurl, compose, type Sent, send } from "./send.ts";
import { Target } from "./target.ts";

interface Finding {
  readonly why: string;
  /** The request as a command to paste. */
  readonly curl: string;
  /** Status and the first part of the answer. */
  readonly answer: string;
}

export interface Report {
  readonly requests: number;
  /** How often each status came, by operation. */
  readonly statuses: ReadonlyMap<string, ReadonlyMap<number, number>>;
  /** One of each kind. */
  readonly findings: readonly Finding[];
  /** Why bodies that fit the published schema were 400 all the same, by operation. */
  readonly refusedThoughAllowed: ReadonlyMap<string, ReadonlySet<string>>;
}

export interface Campaign {
  readonly seed: number;
  readonly requests: number;
  readonly say?: (line: string) => void;
}

/** Routes of one chapter: few enough that their functions stay warm beside the workers. */
const ROUTES_PER_CHAPTER = 10;
const REQUESTS_PER_ROUTE = 30;
const MAX_FINDINGS = 25;

/**
 * Sends `requests` requests, every operation in its turn, one after the other. The same seed sends the
 * same requests, apart from ids and secrets that the service makes anew.
 */
export async function fuzz(stack: LocalStack, campaign: Campaign): Promise<Report> {
  const { requests, say = () => {} } = campaign;
  const target = await Target.open(stack);
  const notes = new Notes(say);
  for (let chapter = 0; notes.requests < requests; chapter++) {
    await target.refresh();
    for (const plan of plansOfChapter(campaign, chapter)) {
      if (notes.requests >= requests || notes.findings.length >= MAX_FINDINGS) return notes;
      await tryOne(stack.url, target, plan, notes);
    }
    if (chapter % 9 === 8) say(`${notes.requests} requests`);
  }
  return notes;
}

async function tryOne(base: string, target: Target, plan: Plan, notes: Notes): Promise<void> {
  const presented = await target.present(plan);
  const sent = compose(plan, target, presented);
  const seen = await send(base, sent);
  notes.take(plan, sent, seen);
  const why = fault(plan, sent, seen, presented, target);
  if (why !== null) notes.report(plan, why, asCurl(base, sent), seen);
  const { actor } = presented;
  if (actor !== null && seen.status < 300 && !SHARED.has(plan.route.operation)) {
    target.learn(actor, parsed(seen.body));
  }
}

/** What a campaign has seen so far. */
class Notes implements Report {
  requests = 0;
  readonly statuses = new Map<string, Map<number, number>>();
  readonly refusedThoughAllowed = new Map<string, Set<string>>();
  readonly #findings = new Map<string, Finding>();
  readonly #say: (line: string) => void;

  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  get findings(): readonly Finding[] {
    return [...this.#findings.values()];
  }

  take(plan: Plan, sent: Sent, { status, body }: SeenAnswer): void {
    this.requests += 1;
    const name = nameOf(plan.route);
    const counts = this.statuses.get(name) ?? new Map<number, number>();
    this.statuses.set(name, counts.set(status, (counts.get(status) ?? 0) + 1));
    const isPlain = !sent.path.includes("?") && !("idempotency-key" in sent.headers);
    if (status !== 400 || !isPlain || plan.method !== plan.route.method) return;
    if (fitsSchema(plan.route, sent.body) !== true) return;
    const details = this.refusedThoughAllowed.get(name) ?? new Set<string>();
    const { detail } = parsed(body) as { readonly detail?: string };
    this.refusedThoughAllowed.set(name, details.add(String(detail).slice(0, 120)));
  }

  report({ route }: Plan, why: string, curl: string, { status, body }: SeenAnswer): void {
    // Ids and texts differ from one request to the next.
    const about = `${nameOf(route)} ${why.slice(0, 60).replaceAll(/\w{20,}/g, "…")}`;
    if (this.#findings.has(about)) return;
    const finding = {
      why: `${nameOf(route)}: ${why}`,
      curl,
      answer: `${status} ${body.slice(0, 600)}`,
    };
    this.#findings.set(about, finding);
    this.#say(`request ${this.requests}, ${finding.why}\n  ${curl}\n  ${finding.answer}`);
  }
}

function nameOf({ surface, operation }: Route): string {
  return `${surface}/${operation}`;
}

function* plansOfChapter({ seed, requests }: Campaign, chapter: number): Generator<Plan> {
  const perRound = Math.ceil(ROUTES.length / ROUTES_PER_CHAPTER);
  const order = shuffled(ROUTES, seed + Math.floor(chapter / perRound));
  const from = (chapter % perRound) * ROUTES_PER_CHAPTER;
  const routes = order.slice(from, from + ROUTES_PER_CHAPTER);
  const numRuns = Math.min(REQUESTS_PER_ROUTE, Math.ceil(requests / ROUTES.length));
  const plans = routes.flatMap((route, index) =>
    fc.sample(arbitraryOf(route), { numRuns, seed: seed + chapter * 1009 + index * 31 }),
  );
  yield* shuffled(plans, seed + chapter);
}

const arbitraries = new Map<Route, fc.Arbitrary<Plan>>();
function arbitraryOf(route: Route): fc.Arbitrary<Plan> {
  const plans = arbitraries.get(route) ?? plansOf(route);
  arbitraries.set(route, plans);
  return plans;
}

function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  const all = fc.shuffledSubarray([...items], { minLength: items.length });
  return fc.sample(all, { numRuns: 1, seed })[0] ?? [];
}

/** An empty object for a page, and for nothing. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body) ?? {};
  } catch {
    return {};
  }
}
