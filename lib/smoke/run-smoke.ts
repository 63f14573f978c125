import {
  CLEAN_UP_STEPS,
  DELIVERY_STEPS,
  EDGE_STEPS,
  KEY_STEPS,
  LOGIN_STEPS,
} from "./dashboard-steps.ts";
import {
  createCall,
  likelyCause,
  SERVER_STEPS,
  SmokeFailure,
  type SmokeRun,
  type Step,
} from "./steps.ts";

export interface SmokeOptions {
  /** The service's address, without a trailing slash. */
  readonly baseUrl: string;
  /** The start of pay links, where it differs from `baseUrl`. */
  readonly publicBaseUrl?: string;
  /** A test key (`pk_test_…`), or null. */
  readonly key?: string | null;
  readonly login?: SmokeRun["login"];
  readonly receiver?: string | null;
  /** Default true. */
  readonly hasGatewayResponses?: boolean;
  readonly say: (line: string) => void;
  readonly wait?: SmokeRun["wait"];
}

export interface SmokeResult {
  /** Whether the main job ran and no step failed; steps that are optional may have been skipped. */
  readonly works: boolean;
  /** One sentence for a person. */
  readonly verdict: string;
}

type Outcome = "passed" | "skipped" | "failed";

/**
 * Runs the sandbox main job against a running service. Stops at the first failing step, names it with
 * its likely cause, and removes what it created. Uses test mode only, so it spends no credit.
 */
export async function runSmoke(options: SmokeOptions): Promise<SmokeResult> {
  const { baseUrl, say } = options;
  const run: SmokeRun = {
    call: createCall(baseUrl),
    publicBaseUrl: options.publicBaseUrl ?? baseUrl,
    key: options.key ?? null,
    login: options.login ?? null,
    receiver: options.receiver ?? null,
    hasGatewayResponses: options.hasGatewayResponses ?? true,
    wait: options.wait ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
    unique: crypto.randomUUID().replaceAll("-", "").slice(0, 10).toUpperCase(),
  };
  const outcomes: Outcome[] = [];
  const steps = [...EDGE_STEPS, ...LOGIN_STEPS, ...KEY_STEPS, ...SERVER_STEPS, ...DELIVERY_STEPS];
  for (const step of steps) {
    outcomes.push(await perform(step, run, say));
    if (outcomes.at(-1) === "failed") break;
  }
  for (const step of CLEAN_UP_STEPS) if (run.token) outcomes.push(await perform(step, run, say));
  return resultOf(outcomes, run);
}

function resultOf(outcomes: readonly Outcome[], { key, login }: SmokeRun): SmokeResult {
  if (outcomes.includes("failed")) return { works: false, verdict: "The service does NOT work." };
  if (key !== null || login !== null) return { works: true, verdict: "The service works." };
  // Only the steps without a credential ran: they prove that something answers, and no more.
  const [passed, skipped] = (["passed", "skipped"] as const).map(
    (outcome) => outcomes.filter((each) => each === outcome).length,
  );
  const verdict = `${passed} of ${outcomes.length} checks passed; ${skipped} need SMOKE_KEY or --phone.`;
  return { works: false, verdict };
}

async function perform(step: Step, run: SmokeRun, say: (line: string) => void): Promise<Outcome> {
  const reason = step.skip?.(run) ?? null;
  if (reason !== null) {
    say(`skip  ${step.name} (${reason})`);
    return "skipped";
  }
  const startedAt = performance.now();
  try {
    await step.run(run);
    say(`ok    ${step.name} (${Math.round(performance.now() - startedAt)} ms)`);
    return "passed";
  } catch (error) {
    const failure = error instanceof SmokeFailure ? error : new SmokeFailure(String(error));
    say(`FAIL  ${step.name}`);
    say(`      ${failure.message}`);
    say(`      Likely cause: ${likelyCause(step.name, failure)}`);
    return "failed";
  }
}
