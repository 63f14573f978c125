import { idTime } from "../../lib/domain/ids.ts";
import { forgetAll } from "../../lib/pipeline/cell.ts";
import { ACTIONS, type ActionName } from "./actions.ts";
import { Caller, type Weather } from "./caller.ts";
import { checkRest, checkTable, isWatched } from "./checks.ts";
import { connect } from "./clients.ts";
import type { FunctionPath } from "./functions.ts";
import type { LEAVING_ACTIONS } from "./leaving-actions.ts";
import type { MEMBER_ACTIONS } from "./member-actions.ts";
import { type OPERATOR_ACTIONS, SWITCHED, turn } from "./operator-actions.ts";
import { Prng } from "./prng.ts";
import { NO_FAULTS, Scheduler } from "./scheduler.ts";
import { setUp } from "./setup.ts";
import { Simulation } from "./simulation.ts";
import { time } from "./virtual-time.ts";
import { readQueue, readStream, runScheduled, type StreamName } from "./workers.ts";

const WEATHERS = {
  calm: { crash: 0, error: 0, skewMs: 0 },
  rough: { crash: 0.01, error: 0.03, skewMs: 2_000 },
  storm: { crash: 0.05, error: 0.15, skewMs: 30_000 },
} as const satisfies Readonly<Record<string, Weather>>;

/** What happens at the same time. Its seed decides the rest, whatever came before it. */
export interface Step {
  readonly seed: number;
  readonly weather: keyof typeof WEATHERS;
  readonly does: readonly (ActionName | "work" | "nothing" | `${number} min`)[];
}

/** Beside what a step does anyway, in so large a share of the steps: members come, act, change and go. */
const WITH_MEMBERS = 0.08;
const MEMBERS: Readonly<Record<keyof typeof MEMBER_ACTIONS, number>> = {
  "member comes": 3,
  "member decides": 10,
  "member changes": 2,
  "member goes": 1,
};

/** In so large a share of the steps, a bank reverses a transfer. */
const WITH_REVERSAL = 0.05;

/** In so large a share of the steps, a bank reverses a transfer while its payment is being settled. */
const WITH_REVERSAL_RACE = 0.015;

/** In so large a share of the steps, what is typed points to payments, or an operator steps in. */
const WITH_SELDOM = 0.08;
const SELDOM = {
  "payer number": 6,
  paste: 4,
  "switch bank": 2,
  "dead letters": 1,
} as const satisfies Readonly<Partial<Record<ActionName, number>>>;

/** In so large a share of the steps, an operator acts, credits are paid for, or a shop is set up anew. */
const WITH_OPERATOR = 0.15;
const OPERATORS: Readonly<
  Record<Exclude<keyof typeof OPERATOR_ACTIONS, keyof typeof SELDOM>, number>
> = {
  suspend: 3,
  "operator closes": 2,
  "app ends": 2,
  "approval limit": 2,
  "app settings": 1,
  "other account": 1,
  "other phone": 1,
  "change phone": 1,
  "sell notice": 3,
  "member creates": 3,
  "member cancels": 2,
  "pay purchase": 4,
  "add endpoint": 1,
  "change events": 2,
};

/** In so large a share of the steps, something ends while other things are on their way, or payments come in several ways. */
const WITH_CROSSING = 0.12;
const CROSSINGS: Readonly<
  Record<
    keyof typeof LEAVING_ACTIONS | "wallet race" | "mixed parts" | "interbank" | "statement sale",
    number
  >
> = {
  "erase customer": 2,
  "ownership passes": 1,
  "member goes deciding": 1,
  "app ends late": 1,
  "account ends late": 2,
  "wallet race": 3,
  "mixed parts": 3,
  interbank: 4,
  "statement sale": 5,
};

type OtherAction = Exclude<
  ActionName,
  | keyof typeof MEMBERS
  | keyof typeof OPERATORS
  | keyof typeof CROSSINGS
  | keyof typeof SELDOM
  | "reverse"
  | "reversal race"
>;

const WEIGHTS: Readonly<Record<OtherAction | "work" | "time", number>> = {
  work: 40,
  create: 10,
  pay: 10,
  submit: 8,
  "pay in parts": 4,
  "wrong order": 3,
  release: 2,
  time: 8,
  transfer: 2,
  read: 2,
  cancel: 2,
  correct: 2,
  stall: 1,
  approve: 2,
  reject: 1,
  grant: 3,
  widen: 2,
  purchase: 1,
  "rotate secret": 1,
  "rotate key": 1,
  "switch endpoint": 1,
  recover: 1,
  "retry delivery": 1,
  close: 1,
  change: 1,
  link: 1,
  "change link": 1,
  "open link": 2,
  "new key": 1,
  "old key": 1,
  move: 1,
  "delete app": 1,
  "add method": 1,
  "change method": 1,
  "test endpoint": 1,
  "delete endpoint": 1,
  "bank mood": 1,
  "receiver mood": 2,
  "bus mood": 1,
  "wallet pay": 8,
  "pay again": 2,
  "phone sends": 6,
  stray: 2,
  spend: 1,
  forge: 1,
  "say it is mine": 2,
  "wallet mood": 1,
  outage: 2,
};

/** The steps of a round, all of them decided by its seed. */
export function stepsOf(seed: number, count: number): Step[] {
  const random = new Prng(seed);
  return Array.from({ length: count }, () => {
    const step = {
      seed: random.bits(),
      weather: random.weighted({ calm: 5, rough: 4, storm: 1 }),
      does: Array.from({ length: random.pick([1, 1, 1, 2, 2, 3]) }, () => {
        const name = random.weighted(WEIGHTS);
        const minutes = () => `${random.pick([0, 1, 1, 2, 5, 16, 70, 400])} min` as const;
        return name === "time" ? minutes() : name;
      }),
    };
    const team = new Prng(step.seed + 9);
    const members = team.chance(WITH_MEMBERS) ? [team.weighted(MEMBERS)] : [];
    const reversal = new Prng(step.seed + 8).chance(WITH_REVERSAL) ? (["reverse"] as const) : [];
    const hasRace = new Prng(step.seed + 5).chance(WITH_REVERSAL_RACE);
    const race = hasRace ? (["reversal race"] as const) : [];
    const console = new Prng(step.seed + 7);
    const operators = console.chance(WITH_OPERATOR) ? [console.weighted(OPERATORS)] : [];
    const chance = new Prng(step.seed + 6);
    const crossings = chance.chance(WITH_CROSSING) ? [chance.weighted(CROSSINGS)] : [];
    const few = new Prng(step.seed + 4);
    const seldom = few.chance(WITH_SELDOM) ? [few.weighted(SELDOM)] : [];
    const others = [...members, ...reversal, ...operators, ...crossings, ...race, ...seldom];
    return { ...step, does: [...step.does, ...others] };
  });
}

const EACH_MINUTE: readonly FunctionPath[] = [
  "workers/expire-checkouts",
  "workers/sweep-attempts",
  "workers/sweep-deliveries",
  "workers/check-provider-health",
];
const EACH_FIVE_MINUTES: readonly FunctionPath[] = [
  "workers/sweep-events",
  "workers/check-notice-payments",
];
const EACH_QUARTER: readonly FunctionPath[] = [
  "workers/count-events",
  "workers/check-notice-sources",
];

/** The whole table is checked every so many steps. */
const FULL_CHECK_EVERY = 100;
/** Virtual days after which everything has to be at rest: a checkout's life and its grace are two. */
const LONGEST_REST_MS = 10 * 86_400_000;

const scheduler = new Scheduler();
let simulation = new Simulation();
connect(scheduler, () => simulation);

export interface RoundResult {
  /** Null if every promise held. */
  readonly violation: string | null;
  /** Steps taken before that. */
  readonly steps: number;
  readonly simulation: Simulation;
}

export const totals = scheduler;

/** Makes a fresh simulation with its shops. */
export async function begin(
  spoil: (simulation: Simulation) => void = () => {},
): Promise<Simulation> {
  enter(new Simulation());
  forgetAll();
  time.reset(new Prng(0));
  spoil(simulation);
  const here = simulation;
  await all([() => scheduler.task("set up", NO_FAULTS, () => setUp(here))]);
  return here;
}

/** From now on the functions run in this simulation. */
export function enter(other: Simulation): void {
  simulation = other;
  reseed(0);
}

/** Runs one invocation without any fault. */
export async function calmly(name: string, work: () => Promise<unknown>): Promise<void> {
  await all([() => scheduler.task(name, NO_FAULTS, work).then(() => {})]);
}

/**
 * Plays steps in a fresh simulation, then lets everything come to rest.
 *
 * @param spoil changes the simulation before it starts, e.g. to plant a fault
 * @param isEnough gives up what does not come to rest
 */
export async function play(
  steps: readonly Step[],
  spoil: (simulation: Simulation) => void = () => {},
  isEnough = () => false,
): Promise<RoundResult> {
  const here = await begin(spoil);
  const ended = (taken: number): RoundResult | null => {
    const [violation] = here.monitor.violations;
    return violation === undefined ? null : { violation, steps: taken, simulation: here };
  };
  for (const [index, step] of steps.entries()) {
    await take(step);
    if (index % FULL_CHECK_EVERY === 0) await checkTable(here);
    const end = ended(index + 1);
    if (end !== null) return end;
  }
  await rest(here, isEnough);
  if (!isEnough()) {
    await checkTable(here);
    checkRest(here);
  }
  return ended(steps.length) ?? { violation: null, steps: steps.length, simulation: here };
}

function reseed(seed: number): void {
  scheduler.random = new Prng(seed);
  time.random = new Prng(seed + 1);
  simulation.random = new Prng(seed + 2);
}

export async function take({ seed, weather, does }: Step): Promise<void> {
  reseed(seed);
  const works = does.flatMap((name, index) => {
    const random = new Prng(seed + 10 + index);
    const caller = new Caller(simulation, scheduler, WEATHERS[weather], random);
    if (name === "nothing") return [];
    if (name === "work") return [() => work(caller, random)];
    if (name in ACTIONS) return [() => ACTIONS[name as ActionName](caller, random)];
    return pass(caller, Number.parseInt(name, 10));
  });
  await all(works);
}

/** Functions report their failures; what is thrown here is a fault of the simulation itself. */
async function all(works: readonly (() => Promise<void>)[]): Promise<void> {
  const outcomes = await scheduler.run(works);
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}

async function work(caller: Caller, random: Prng): Promise<void> {
  const { queues, streams } = caller.simulation;
  const ready: (() => Promise<void>)[] = [
    ...queues.ready.map((queue) => () => readQueue(caller, queue, random)),
    ...(Object.keys(streams) as StreamName[])
      .filter((name) => streams[name].length > 0)
      .map((name) => () => readStream(caller, name, random)),
  ];
  if (ready.length > 0) await random.pick(ready)();
}

/** Time passes, and what runs by the clock runs at the same time. */
function pass(caller: Caller, minutes: number): (() => Promise<void>)[] {
  time.now += minutes * 60_000;
  const due = [
    ...(minutes >= 1 ? EACH_MINUTE : []),
    ...(minutes >= 5 ? EACH_FIVE_MINUTES : []),
    ...(minutes >= 15 ? EACH_QUARTER : []),
  ];
  return due.map((path) => () => runScheduled(caller, path));
}

/**
 * The faults end; everything that waits is done, however long it takes, unless a promise is broken already.
 *
 * @param isEnough ends it early
 */
export async function rest(here: Simulation, isEnough = () => false): Promise<void> {
  here.bank.mood = "honest";
  here.wallet.mood = "honest";
  here.refusesEvents = false;
  here.losesRecords = false;
  here.receivers.moods.clear();
  here.queues.redrive();
  const random = new Prng(7);
  const caller = new Caller(here, scheduler, WEATHERS.calm, random);
  const endsAt = time.now + LONGEST_REST_MS;
  const isOver = () => time.now >= endsAt || here.monitor.violations.length > 0 || isEnough();
  for (const bank of SWITCHED) await calmly("console switch", () => turn(bank, true));
  const run = async (paths: readonly FunctionPath[]) => {
    for (const path of paths) await all([() => runScheduled(caller, path)]);
  };
  while (!isOver()) {
    while (isBusy(here) && !isOver()) await all([() => work(caller, random)]);
    const next = nextAt(here);
    if (next === null) break;
    time.now = Math.max(time.now + 1_000, next);
    await run([...EACH_MINUTE, ...EACH_FIVE_MINUTES]);
    here.queues.redrive();
  }
  time.now += 3_600_000;
  await run(EACH_QUARTER);
}

function isBusy({ queues, streams }: Simulation): boolean {
  return queues.ready.length > 0 || Object.values(streams).some(({ length }) => length > 0);
}

/** The sweeper has taken over an event by then whose record the stream has lost. */
const SWEPT_AFTER_MS = 6 * 60_000;

/** When the next message is visible, an item is due or an event is swept; null where nothing waits. */
function nextAt({ queues, table }: Simulation): number | null {
  const times = [...table.rows.items.values()].flatMap((item) => {
    if (item.entity === "outbox") return [(idTime(String(item.id)) ?? 0) + SWEPT_AFTER_MS];
    return typeof item.due_sk === "string" && !isWatched(item) ? [Date.parse(item.due_sk)] : [];
  });
  if (queues.nextAt !== null) times.push(queues.nextAt);
  return times.length === 0 ? null : Math.min(...times);
}
