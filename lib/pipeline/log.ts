import { METRICS, METRICS_NAMESPACE, type MetricName } from "../contract/metrics.ts";
import { UnreadableItem } from "../store/shape.ts";
import { now } from "./deps.ts";
import { environment } from "./environment.ts";

/** The only fields of a log line: none of them can hold a secret or personal data. */
export interface LogFields {
  readonly request_id?: string | undefined;
  readonly operation?: string | undefined;
  readonly code?: string | undefined;
  readonly status?: number | undefined;
  readonly duration_ms?: number | undefined;
  readonly account_id?: string | undefined;
  readonly app_id?: number | undefined;
  readonly checkout_id?: string | undefined;
  readonly attempt_id?: string | undefined;
  readonly event_id?: string | undefined;
  readonly event_type?: string | undefined;
  readonly endpoint_id?: string | undefined;
  readonly delivery_id?: string | undefined;
  readonly provider?: string | undefined;
  readonly outcome?: string | undefined;
  /** A phrase that names a label, a rule or a stored attribute; it never quotes input. */
  readonly why?: string | undefined;
  readonly count?: number | undefined;
  readonly error_name?: string | undefined;
  /** Frames only; the message may quote input. */
  readonly error_stack?: string | undefined;
}

const ALLOWED: Readonly<Record<keyof LogFields, true>> = {
  request_id: true,
  operation: true,
  code: true,
  status: true,
  duration_ms: true,
  account_id: true,
  app_id: true,
  checkout_id: true,
  attempt_id: true,
  event_id: true,
  event_type: true,
  endpoint_id: true,
  delivery_id: true,
  provider: true,
  outcome: true,
  why: true,
  count: true,
  error_name: true,
  error_stack: true,
};

type Level = "info" | "warn" | "error";

/** Writes one JSON line; the log collector adds the time. Drops fields that are not on the list, even if a cast let them through. */
export function log(level: Level, message: string, fields: LogFields = {}): void {
  const allowed = Object.entries(fields).filter(
    ([name, value]) => Object.hasOwn(ALLOWED, name) && value !== undefined,
  );
  const line = { level, message, ...Object.fromEntries(allowed) };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** Loggable fields of an unexpected error: its class and stack frames, but not its message. */
export function errorFields(error: unknown): Pick<LogFields, "error_name" | "error_stack" | "why"> {
  if (!(error instanceof Error)) return { error_name: typeof error };
  const frames = (error.stack ?? "").split("\n").filter((line) => line.startsWith("    at "));
  return {
    error_name: error.name,
    error_stack: frames
      .slice(0, 8)
      .map((line) => line.trim())
      .join(" < "),
    ...(saysWhy(error) ? { why: error.message } : {}),
  };
}

/** Errors whose message quotes no input. By name, because importing the classes would add their modules to every bundle. */
const SAY_WHY = ["EnvironmentError", "SecretError", "SmsError"];

function saysWhy(error: Error): boolean {
  return error instanceof UnreadableItem || SAY_WHY.includes(error.name);
}

/** Reports an item that a sweeper skips, so that one damaged item does not stop the others. */
export function logUnreadable(error: UnreadableItem): void {
  log("error", "stored item is unreadable", errorFields(error));
  countUnreadable(error);
}

/** Counts a damaged item, or one of a shape that this release does not know. A release that causes some is rolled back. */
export function countUnreadable(error: unknown): void {
  if (error instanceof UnreadableItem) putMetric("ItemsUnreadable", 1);
}

type Dimensions = Readonly<
  Partial<Record<"provider" | "outcome" | "operation", string | undefined>>
>;

/** Writes one value; see `putMetrics`. */
export function putMetric(name: MetricName, value: number, dimensions: Dimensions = {}): void {
  putMetrics({ [name]: value }, dimensions);
}

/**
 * Writes values in CloudWatch's embedded metric format: one log line that CloudWatch turns into metrics without a call.
 * Only the dimensions of the metrics' entries are written; a missing one is `none`, because CloudWatch drops lines that
 * lack one.
 */
export function putMetrics(
  values: Readonly<Partial<Record<MetricName, number>>>,
  dimensions: Dimensions,
): void {
  const { CloudWatchMetrics, used, byVersion } = describe(Object.keys(values) as MetricName[]);
  const line = {
    _aws: { Timestamp: now(), CloudWatchMetrics },
    stage: environment().stage,
    ...(byVersion && { version: functionVersion() }),
    ...Object.fromEntries(used.map((dimension) => [dimension, dimensions[dimension] ?? "none"])),
    ...values,
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

type Described = ReturnType<typeof description>;
const described = new Map<string, Described>();

/** The same for every line with these metrics. */
function describe(names: readonly MetricName[]): Described {
  const key = names.join();
  const known = described.get(key) ?? description(names);
  described.set(key, known);
  return known;
}

function description(names: readonly MetricName[]) {
  const groups = Map.groupBy(names, (name) => JSON.stringify(dimensionSets(name)));
  return {
    CloudWatchMetrics: [...groups.values()].map((group) => ({
      Namespace: METRICS_NAMESPACE,
      Dimensions: dimensionSets(group[0]),
      Metrics: group.map((name) => ({ Name: name, Unit: METRICS[name].unit })),
    })),
    used: names.flatMap((name) => METRICS[name].dimensions),
    byVersion: names.some((name) => METRICS[name].byVersion),
  };
}

/** The metrics of one group have the same dimensions. */
function dimensionSets(name: MetricName | undefined): readonly (readonly string[])[] {
  if (name === undefined) return [];
  const { dimensions, byVersion } = METRICS[name];
  const own = ["stage", ...dimensions];
  return byVersion ? [own, [...own, "version"]] : [own];
}

/** Set by Lambda; a number where an alias invokes the function. */
function functionVersion(): string {
  return process.env.AWS_LAMBDA_FUNCTION_VERSION ?? "$LATEST";
}
