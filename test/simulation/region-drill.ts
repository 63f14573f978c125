import "./virtual-time.ts";
import { commandOptions, numberOf } from "../../bin/command-options.ts";
import { QUEUES } from "../../lib/contract/functions.ts";
import { tableFaults } from "../../lib/store/table-faults.ts";
import type { Repaired } from "../../lib/use-cases/operator/copied-items.ts";
import { repairCopy } from "../../lib/use-cases/operator/repair-copy.ts";
import { checkRest, checkTable } from "./checks.ts";
import type { Change } from "./memory-table/rows.ts";
import { copyOf, type Item } from "./memory-table/values.ts";
import { Prng } from "./prng.ts";
import { compareReceipts } from "./restore-report.ts";
import { begin, enter, rest, stepsOf, take } from "./round.ts";
import { Simulation } from "./simulation.ts";
import { time } from "./virtual-time.ts";

// `npm run restore-drill -- --second-region`: follows "The switch" of docs/second-region.md with the service's own functions and
// two tables. Replication brings single items: late, in any order, some of them twice. Ends with 1 if an invariant is broken
// afterwards.
//   --seed 1 --steps 400   random work
//   --settlement 1         a settlement after so many steps is the last thing that the region does
//   --torn 12              the last so many commits arrive in part
//   --stopped 0            the copy has received nothing for so many commits
//   --planned              the region is closed first, and the copy receives everything
//   --skip-repair          leaves out the repair, to see what it is for
const options = commandOptions(import.meta.filename, {
  "second-region": { type: "boolean", default: true },
  seed: { type: "string", default: "1" },
  steps: { type: "string", default: "400" },
  settlement: { type: "string", default: "1" },
  torn: { type: "string", default: "12" },
  stopped: { type: "string", default: "0" },
  planned: { type: "boolean", default: false },
  "skip-repair": { type: "boolean", default: false },
});

const stdout = process.stdout.write.bind(process.stdout);
const print = (line: string) => void stdout(`${line}\n`);
process.stdout.write = () => true;

const seed = numberOf("seed", options.seed);
const random = new Prng(seed + 99);

/** The other region's table: the newest version of an item that has arrived wins, however late an older one comes. */
class Replica {
  readonly items = new Map<string, Item>();
  readonly #versions = new Map<string, number>();
  repeated = 0;

  receive({ before, after }: Change, version: number): void {
    const { pk, sk } = (after ?? before) as Item;
    const key = `${pk}\n${sk}`;
    if ((this.#versions.get(key) ?? -1) >= version) return;
    this.#versions.set(key, version);
    if (after === null) this.items.delete(key);
    else this.items.set(key, copyOf(after));
  }
}

const before = await begin();
const replica = new Replica();
for (const item of before.table.rows.items.values())
  replica.receive({ before: null, after: item }, 0);
/** What is on its way, oldest first. */
const underWay: { readonly change: Change; readonly version: number; readonly commit: number }[] =
  [];
let commits = 0;
let version = 0;
let settlements = 0;
let isStopped = false;
before.watch = (changes) => {
  if (isStopped) return;
  commits += 1;
  for (const change of changes) {
    if (change.before === null && change.after === null) continue;
    underWay.push({ change, version: ++version, commit: commits });
  }
  const isSettlement = changes.some(
    ({ after }) => after?.entity === "ledger" && after.kind === "capture",
  );
  if (
    !options.planned &&
    stepsTaken >= steps &&
    isSettlement &&
    ++settlements >= numberOf("settlement", options.settlement)
  ) {
    isStopped = true;
    return;
  }
  const late = numberOf("torn", options.torn) + numberOf("stopped", options.stopped);
  while ((underWay[0]?.commit ?? Infinity) <= commits - late) arrive(underWay.shift());
};

/** In no order within what is under way, and now and then once more. */
function arrive(next: (typeof underWay)[number] | undefined): void {
  if (next === undefined) return;
  const other = random.chance(0.3) ? underWay[random.below(underWay.length)] : undefined;
  if (other !== undefined && options.stopped === "0") replica.receive(other.change, other.version);
  replica.receive(next.change, next.version);
  if (!random.chance(0.05)) return;
  replica.receive(next.change, next.version);
  replica.repeated += 1;
}

const steps = numberOf("steps", options.steps);
let stepsTaken = 0;
for (const step of stepsOf(seed, 4 * steps)) {
  const does = step.does.map((name) => (name === "close" ? "nothing" : name));
  await take({ ...step, does });
  stepsTaken += 1;
  // A closed region does nothing any more.
  if (isStopped || (options.planned && stepsTaken === steps)) break;
}
if (options.planned) for (const one of underWay) replica.receive(one.change, one.version);
else {
  const cut = commits - numberOf("stopped", options.stopped);
  for (const one of underWay) {
    if (one.commit <= cut && random.chance(0.5)) replica.receive(one.change, one.version);
  }
}
const arrived = [...replica.items.values()];
const damage = await tableFaults(arrived, time.now);
print(
  `${stepsTaken} steps, ${commits} commits; the region stops ${options.planned ? "after it was closed" : "in a settlement"}. ` +
    `The copy has ${arrived.length} items, ${replica.repeated} came twice.`,
);
print(`check-table on the copy: ${damage.length} faults.`);

const nothing: Repaired = { put: [], remove: [], lost: [] };
const repaired = options["skip-repair"] ? nothing : repairCopy(arrived, Math.floor(time.now));
for (const { pk, sk } of repaired.remove) replica.items.delete(`${pk}\n${sk}`);
for (const item of repaired.put) replica.items.set(`${item.pk}\n${item.sk}`, copyOf(item));
const copy = [...replica.items.values()];
const left = await tableFaults(copy, time.now);
const again = options["skip-repair"] ? nothing : repairCopy(copy, Math.floor(time.now));
print(
  `Repaired: ${repaired.put.length} items stored, ${repaired.remove.length} removed, ${repaired.lost.length} lines of loss; ` +
    `check-table: ${left.length} faults; a second run changes ${again.put.length + again.remove.length}.`,
);

// The other region has queues and a bus of its own, and they are empty. Its stream keeps a day.
for (const { name } of QUEUES) before.queues.purge(name);
before.archive.splice(0);
const after = new Simulation(before);
after.load(copy);
enter(after);
for (const item of copy) {
  if (item.entity !== "event") continue;
  after.streams["relay-events"].push({
    id: `replayed-${item.id}`,
    at: time.now,
    change: { before: null, after: item },
  });
}
const known = new Set(copy.map(({ id }) => id));
const lostEvents = [...before.monitor.events].flatMap(([id, event]) =>
  known.has(id) ? [] : [{ id, ...event }],
);
await rest(after);
await checkTable(after);
checkRest(after);

const acknowledged = verifiedAtReceivers(before);
const unknown = acknowledged.filter((id) => statusOf(after, id) !== "verified");
print(
  `Payments that a receiver had heard of, and that the copy does not have verified: ${unknown.length}.`,
);
for (const id of unknown) {
  const said = repaired.lost.some((line) => line.startsWith(id));
  print(`  ${id}: ${statusOf(after, id) ?? "missing"}${said ? ", named by the command" : ""}`);
}
for (const line of compareReceipts(before, after, lostEvents)) print(line);
const { violations } = after.monitor;
for (const violation of [...left, ...violations].slice(0, 20)) print(violation);
const broken = left.length + violations.length + again.put.length + again.remove.length;
const isLost = options.planned && unknown.length + lostEvents.length > 0;
print(broken === 0 && !isLost ? "No broken promise." : "Promises are broken.");
process.exitCode = broken === 0 && !isLost ? 0 : 1;

function verifiedAtReceivers({ receivers }: Simulation): readonly string[] {
  const ids = receivers.log.flatMap(({ body }) => {
    const { type, livemode, data } = JSON.parse(body);
    return type === "checkout.verified" && livemode ? [String(data.object.id)] : [];
  });
  return [...new Set(ids)];
}

function statusOf({ table }: Simulation, id: string): unknown {
  return table.rows.get({ pk: `CO#${id}`, sk: "CO.state" })?.status;
}
