import { createCall, SmokeFailure } from "./api.ts";
import { likelyCause } from "./causes.ts";
import { CLEAN_UP_STEPS, DELIVERY_STEPS, LOGIN_STEPS } from "./dashboard-steps.ts";
import { EDGE_STEPS, KEY_STEPS } from "./edge-steps.ts";
import { SERVER_STEPS, type SmokeRun, type Step } from "./steps.ts";

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

/**
 * Runs the sandbox main job against a running service. Stops at the first failing step, names it with
 * its likely cause, and removes what it created. Uses test mode only, so it spends no credit.
 *
 * @returns whether every step that ran succeeded
 */
export async function runSmoke(options: SmokeOptions): Promise<boolean> {
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
  let passed = true;
  for (const step of [
    ...EDGE_STEPS,
    ...LOGIN_STEPS,
    ...KEY_STEPS,
    ...SERVER_STEPS,
    ...DELIVERY_STEPS,
  ]) {
    passed = await perform(step, run, say);
    if (!passed) break;
  }
  for (const step of CLEAN_UP_STEPS)
    if (run.token) passed = (await perform(step, run, say)) && passed;
  return passed;
}

async function perform(step: Step, run: SmokeRun, say: (line: string) => void): Promise<boolean> {
  const reason = step.skip?.(run) ?? null;
  if (reason !== null) {
    say(`skip  ${step.name} (${reason})`);
    return true;
  }
  const startedAt = performance.now();
  try {
    await step.run(run);
    say(`ok    ${step.name} (${Math.round(performance.now() - startedAt)} ms)`);
    return true;
  } catch (error) {
    const failure = error instanceof SmokeFailure ? error : new SmokeFailure(String(error));
    say(`FAIL  ${step.name}`);
    say(`      ${failure.message}`);
    say(`      Likely cause: ${likelyCause(step.name, failure)}`);
    return false;
  }
}
