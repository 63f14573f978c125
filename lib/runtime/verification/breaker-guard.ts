import {
  admission,
  type Breaker,
  beginTrial,
  type Evidence,
  observe,
  resumed,
} from "../../domain/breaker.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { breakerWrite, getBreaker, putBreaker, type StoredBreaker } from "../../store/breakers.ts";
import { transact, type Write } from "../../store/transact.ts";
import { now, table } from "../deps.ts";
import { errorFields, log } from "../log.ts";
import { putMetric } from "../metrics.ts";
import { outageWrites } from "./trouble.ts";

/** How long a container believes what it has read: what it costs is a few more questions to a dead bank. */
const BELIEVED_MS = 3_000;
const MAX_ROUNDS = 4;

interface Known extends StoredBreaker {
  readonly readAt: number;
}

const known = new Map<ProviderId, Known>();

/** Whether the provider may be asked; of those who come when a trial is due, one may. */
export async function admit(provider: ProviderId): Promise<boolean> {
  const stored = await breakerOf(provider);
  const verdict = admission(stored.breaker, now());
  if (verdict !== "trial") return verdict === "pass";
  return store(provider, stored, beginTrial(stored.breaker, now()));
}

/** Whether there is no use in preparing a question. Costs a read every few seconds at most. */
export async function isRefused(provider: ProviderId): Promise<boolean> {
  return admission((await breakerOf(provider)).breaker, now()) === "refuse";
}

/**
 * Takes note of what a question says about the provider. Writes only what changes something, and never
 * throws: what the bank has answered must not be lost for that.
 */
export async function noteEvidence(provider: ProviderId, evidence: Evidence): Promise<void> {
  try {
    await change(provider, (breaker) => observe(breaker, evidence, now()));
  } catch (error) {
    log("error", "evidence not noted", { provider, ...errorFields(error) });
  }
}

/** Everything that was parked while it was open has been woken. */
export function noteResumed(provider: ProviderId): Promise<void> {
  return change(provider, resumed);
}

async function change(provider: ProviderId, to: (breaker: Breaker) => Breaker): Promise<void> {
  let stored: StoredBreaker = known.get(provider) ?? (await breakerOf(provider));
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = to(stored.breaker);
    if (next === stored.breaker || (await store(provider, stored, next))) return;
    stored = await breakerOf(provider, "current");
  }
  // Others are noting the same at this moment: one voice less does not matter.
}

async function breakerOf(
  provider: ProviderId,
  read: "cached" | "current" = "cached",
): Promise<StoredBreaker> {
  const at = now();
  const cached = known.get(provider);
  if (read === "cached" && cached && Math.abs(at - cached.readAt) < BELIEVED_MS) return cached;
  const stored = await getBreaker(table(), provider, read);
  known.set(provider, { ...stored, readAt: at });
  return stored;
}

/** False where somebody else has stored a state meanwhile. */
async function store(provider: ProviderId, before: StoredBreaker, next: Breaker): Promise<boolean> {
  const at = now();
  const alongside = outageWrites(provider, before.breaker, next, at);
  const isStored =
    alongside.length === 0
      ? await putBreaker(table(), provider, next, before.version)
      : await commit([breakerWrite(provider, next, before.version), ...alongside]);
  if (!isStored) {
    known.delete(provider);
    return false;
  }
  known.set(provider, { breaker: next, version: before.version + 1, readAt: at });
  if (before.breaker.state !== next.state) tell(provider, next);
  return true;
}

async function commit(writes: readonly Write[]): Promise<boolean> {
  return (await transact(table(), writes)).committed;
}

function tell(provider: ProviderId, { state, openings }: Breaker): void {
  log(state === "closed" ? "info" : "warn", `breaker ${state.replace("_", " ")}`, { provider });
  if (state === "open" && openings === 1) putMetric("BreakerOpened", 1, { provider });
}
