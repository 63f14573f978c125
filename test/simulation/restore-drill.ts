import "./virtual-time.ts";
import { commandOptions, numberOf } from "../../bin/command-options.ts";
import { BUS_RULES } from "../../lib/contract/functions.ts";
import { tableFaults } from "../../lib/store/table-faults.ts";
import { verifyEvent } from "../../lib/use-cases/operator/change-credits.ts";
import { queuesOf } from "../support/function-calls.ts";
import { checkRest, checkTable } from "./checks.ts";
import { functions } from "./functions.ts";
import { copyOf, type Item } from "./memory-table/values.ts";
import { compareReceipts, type LostEvent } from "./restore-report.ts";
import { begin, calmly, enter, rest, type Step, stepsOf, take } from "./round.ts";
import { Simulation } from "./simulation.ts";
import { time } from "./virtual-time.ts";

// `npm run restore-drill`: follows "Restore from a point in time" of docs/deploy.md with the service's own functions. Ends with 1
// if an invariant is broken afterwards.
//   --seed 1 --steps 400           random work before the point in time
//   --lost 150                     further steps, which the restore loses
//   --skip-verify, --skip-replay   leave out a step of the restore, to see what it is for
//   --second-region                a region stops instead, and its standby takes over (its own options: --second-region --help)
const options = commandOptions(import.meta.filename, {
  seed: { type: "string", default: "1" },
  steps: { type: "string", default: "400" },
  lost: { type: "string", default: "150" },
  "skip-verify": { type: "boolean", default: false },
  "skip-replay": { type: "boolean", default: false },
});

/** Longer than any event can wait between the bus and its deliveries. */
const REPLAYED_MS = 4 * 86_400_000;

const stdout = process.stdout.write.bind(process.stdout);
const print = (line: string) => void stdout(`${line}\n`);
process.stdout.write = () => true;

const seed = numberOf("seed", options.seed);
const [kept, lost] = [numberOf("steps", options.steps), numberOf("lost", options.lost)];
const steps = stepsOf(seed, kept + lost)
  .map(withoutClosing)
  .map((step, index) => (index < kept ? step : inMinutes(step)));

const before = await begin();
for (const step of steps.slice(0, kept)) await take(step);
const restorePoint = time.now;
const copy = [...before.table.rows.items.values()].map((item) => copyOf(item));
for (const step of steps.slice(kept)) await take(step);
const lostEvents = committedAfter(before, copy);
print(`${kept} steps, restore point ${new Date(restorePoint).toISOString()}.`);
print(
  `${lost} more steps, ${Math.round((time.now - restorePoint) / 60_000)} min: ` +
    `${lostEvents.length} events were committed that the copy lacks.`,
);

const after = new Simulation(before);
after.load(copy);
enter(after);
const damage = await tableFaults(copy, time.now);
print(`check-table on the copy: ${copy.length} items, ${damage.length} faults.`);

if (!options["skip-verify"]) {
  const results: string[] = [];
  for (const { body } of lostEvents) results.push(await verifyAgain(JSON.parse(body) as EventBody));
  const count = (wanted: string) => results.filter((result) => result === wanted).length;
  print(
    `Lost verifications: ${count("again")} verified again by the operator, ` +
      `${count("no checkout")} of checkouts that are lost too, ${count("manual")} to be approved manually again, ` +
      `${count("refused")} refused.`,
  );
}
if (!options["skip-replay"]) {
  for (const { queue } of BUS_RULES) after.queues.purge(queue);
  const replayed = after.archive.filter(
    ({ at }) => at > restorePoint - REPLAYED_MS && at <= restorePoint,
  );
  for (const { detail } of replayed) {
    for (const queue of queuesOf(JSON.parse(detail), "restored-1"))
      after.queues.send(queue, `{"detail":${detail}}`);
  }
  print(
    `Replayed from the archive of the bus, up to the restore point: ${replayed.length} events.`,
  );
}
await rest(after);
await checkTable(after);
checkRest(after);

for (const line of compareReceipts(before, after, lostEvents)) print(line);
const { violations } = after.monitor;
for (const violation of [...damage, ...violations].slice(0, 20)) print(violation);
print(violations.length + damage.length === 0 ? "No broken promise." : "Promises are broken.");
process.exitCode = violations.length + damage.length === 0 ? 0 : 1;

interface EventBody {
  readonly type: string;
  readonly livemode: boolean;
  readonly data: {
    readonly object: {
      readonly id: string;
      readonly exceptions?: readonly string[];
      readonly payment?: { readonly provider: string; readonly reference: string } | null;
    };
  };
}

/** A closed account has nothing to compare. */
function withoutClosing(step: Step): Step {
  return { ...step, does: step.does.map((name) => (name === "close" ? "nothing" : name)) };
}

/** What is lost are minutes, not days. */
function inMinutes(step: Step): Step {
  return { ...step, does: step.does.map((name) => (name.endsWith(" min") ? "1 min" : name)) };
}

function committedAfter({ monitor }: Simulation, items: readonly Item[]): readonly LostEvent[] {
  const known = new Set(items.map(({ id }) => id));
  return [...monitor.events].flatMap(([id, event]) => (known.has(id) ? [] : [{ id, ...event }]));
}

/** Step 5: verifies a checkout again whose verification was lost. */
async function verifyAgain({ type, livemode, data }: EventBody) {
  const { id, payment, exceptions = [] } = data.object;
  if (type !== "checkout.verified" || !livemode || !payment) return "other";
  const terms = after.table.rows.get({ pk: `CO#${id}`, sk: "CO" });
  if (terms === null) return "no checkout";
  before.bank.mood = "honest";
  const event = verifyEvent({
    accountId: String(terms.accountId),
    checkoutId: id,
    input: payment.reference,
    provider: payment.provider,
  });
  await calmly("verify again", () => functions["v1/verify-checkout"](event, {}));
  const state = after.table.rows.get({ pk: `CO#${id}`, sk: "CO.state" });
  if (state?.status === "verified") return "again";
  return exceptions.includes("approved_by_hand") ? "manual" : "refused";
}
