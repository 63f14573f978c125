import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Reading } from "../../providers/adapter.ts";
import {
  type Flight,
  joinFlight,
  landFlight,
  type Question,
  watchFlight,
} from "../../store/lookups.ts";
import { now, randomBytes, table } from "../deps.ts";
import { errorFields, log } from "../log.ts";
import { type Inquiry, isOutOfPatience, OUT_OF_PATIENCE } from "./inquiry.ts";

/** A completed receipt does not change; the claim of its reference is what decides between checkouts. */
const RECEIPT_FRESH_MS = 60_000;
/** What is not there yet may come at any moment. */
const NOT_FOUND_FRESH_MS = 4_000;
/** What asking takes besides the network. */
const LEASE_MARGIN_MS = 5_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 800;

/** Somebody is asking the same and takes longer than we can wait. */
const ASKED_BY_ANOTHER: Reading = OUT_OF_PATIENCE;

/**
 * Asks a question unless somebody else is asking it, or has just had a definite answer. Whoever comes
 * meanwhile waits for that answer. Takes two table calls when nobody else is there, else one and the
 * polling.
 *
 * @param patienceMs how long this caller can wait in all
 */
export async function askOnce(
  inquiry: Inquiry,
  patienceMs: number,
  ask: (signal: AbortSignal) => Promise<Reading>,
): Promise<Reading> {
  const deadline = now() + patienceMs;
  const question = questionOf(inquiry);
  const own = Buffer.from(randomBytes(12)).toString("base64url");
  const join = () =>
    joinFlight<Reading>(table(), question, own, now(), patienceMs + LEASE_MARGIN_MS);
  let watched: string | null = null;
  let wait = FIRST_PAUSE_MS;
  let state: Flight<Reading> = await join();
  for (;;) {
    if (state.kind === "ours") return askAndTell(question, own, deadline, ask);
    if (state.kind === "answered") {
      const isForUs = state.flight === watched && !isOutOfPatience(state.answer);
      if (state.fresh || isForUs) return state.answer;
    }
    const isWaiting = state.kind === "theirs" && state.leaseUntil > now();
    if (now() + wait >= deadline) return ASKED_BY_ANOTHER;
    if (!isWaiting) {
      watched = null;
      state = await join();
      continue;
    }
    watched = state.flight;
    await pause(wait);
    wait = Math.min(LONGEST_PAUSE_MS, wait * 2);
    state = (await watchFlight<Reading>(table(), question, now())) ?? (await join());
  }
}

async function askAndTell(
  question: Question,
  flight: string,
  deadline: number,
  ask: (signal: AbortSignal) => Promise<Reading>,
): Promise<Reading> {
  // Told in any case: who waits must not wait for the end of the lease.
  let answer: Reading = OUT_OF_PATIENCE;
  try {
    answer = await ask(AbortSignal.timeout(Math.max(1, deadline - now())));
    return answer;
  } finally {
    // What the bank has said is not lost for that: others wait for the lease, and ask themselves.
    await landFlight(table(), question, flight, answer, now(), freshMs(answer)).catch(
      (error: unknown) => log("warn", "lookup not shared", errorFields(error)),
    );
  }
}

function freshMs(answer: Reading): number {
  if (answer.kind === "not_found") return NOT_FOUND_FRESH_MS;
  const isDefinite = answer.kind === "receipt" && answer.receipt.status === "completed";
  return isDefinite ? RECEIPT_FRESH_MS : 0;
}

/** The same requests are the same question; with other parts (an account's digits) it is another. */
function questionOf({ lookup, requests, adapter }: Inquiry): Question {
  const sent = requests.map(({ host, path }) => [host, path]);
  const digest = createHash("sha256")
    .update(JSON.stringify([adapter.parserVersion, sent]))
    .digest("base64url");
  return { provider: lookup.provider, reference: lookup.reference, digest };
}
