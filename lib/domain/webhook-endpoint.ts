/** Why an endpoint is disabled: by its owner, by its receiver's answer, or because it failed for too long. */
export const DISABLED_REASONS = ["by_owner", "gone", "failing"] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** How the last attempts at an endpoint went. */
export interface EndpointHealth {
  /** Failures since the last success. Not counted beyond 20, where only time decides. */
  readonly failuresInARow: number;
  /** How many of the latest failures were timeouts, without another failure between them. */
  readonly timeoutsInARow: number;
  /** First failure since the last success, ms; null while nothing fails. */
  readonly failingSince: number | null;
  /** When its owner was last warned, ms; in this streak if not before `failingSince`. */
  readonly warnedAt?: number;
  /** Accurate to an hour while the endpoint succeeds. */
  readonly lastSuccessAt: number | null;
  /** Served from the slow lane. */
  readonly slow: boolean;
}

/** A URL of an app that subscribes to event types of one mode. */
export interface WebhookEndpoint extends EndpointHealth {
  readonly id: string;
  readonly accountId: string;
  readonly appId: number;
  readonly livemode: boolean;
  readonly url: string;
  /** Event types, or `*` for all. */
  readonly events: readonly string[];
  readonly description: string | null;
  readonly status: "enabled" | "disabled";
  readonly disabledReason: DisabledReason | null;
  readonly disabledAt: number | null;
  /** Encrypted, with the endpoint's id as context. */
  readonly secret: string;
  /** Signs too, until the overlap of a rotation ends. */
  readonly previousSecret: { readonly sealed: string; readonly until: number } | null;
  readonly createdAt: number;
  /** Of an endpoint that an earlier release deleted, whose item is kept for 90 days; null for any other. */
  readonly deletedAt: number | null;
}

/** Longer than a request runs and than clocks differ: an event of an endpoint's lifetime is never taken for older. */
const CLOCK_TOLERANCE_MS = 3_600_000;

/** The fields of an event that decide which endpoints receive it. */
export interface RoutedEvent {
  readonly type: string;
  /** Null for an event of the whole account, which endpoints of every app can receive. */
  readonly appId: number | null;
  readonly livemode: boolean;
}

/**
 * Whether an endpoint, enabled or not, subscribes to an event. Never true for a `ping`, because the test
 * button creates its only delivery itself.
 */
export function wantsEvent(
  endpoint: Pick<WebhookEndpoint, "appId" | "livemode" | "events" | "deletedAt">,
  event: RoutedEvent,
): boolean {
  if (endpoint.deletedAt !== null || event.type === "ping") return false;
  if (endpoint.livemode !== event.livemode) return false;
  if (event.appId !== null && event.appId !== endpoint.appId) return false;
  return endpoint.events.includes("*") || endpoint.events.includes(event.type);
}

/**
 * Whether an event is older than an endpoint, as in a replay of the bus. `eventAt` in ms; null if unknown, which is false:
 * an old event in addition does less harm than a lost one.
 */
export function predates(
  eventAt: number | null,
  { createdAt }: Pick<WebhookEndpoint, "createdAt">,
): boolean {
  return eventAt !== null && eventAt < createdAt - CLOCK_TOLERANCE_MS;
}
