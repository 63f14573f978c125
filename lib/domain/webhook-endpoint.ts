/** Why an endpoint gets nothing: its owner switched it off, its receiver did, or it failed too long. */
export const DISABLED_REASONS = ["by_owner", "gone", "failing"] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** How the last attempts at an endpoint went. */
export interface EndpointHealth {
  /** Since the last success; not counted far beyond what decides anything. */
  readonly failuresInARow: number;
  /** First failure since the last success, ms; null while nothing fails. */
  readonly failingSince: number | null;
  /** Exact to an hour while all is well. */
  readonly lastSuccessAt: number | null;
  /** Served from the slow lane. */
  readonly slow: boolean;
}

/** A URL of an app that wants certain kinds of events of one mode. */
export interface WebhookEndpoint extends EndpointHealth {
  readonly id: string;
  readonly accountId: string;
  readonly appId: number;
  readonly livemode: boolean;
  readonly url: string;
  /** Event kinds, or `*` for all of them. */
  readonly events: readonly string[];
  readonly description: string | null;
  readonly status: "enabled" | "disabled";
  readonly disabledReason: DisabledReason | null;
  readonly disabledAt: number | null;
  /** Sealed with the endpoint's id as context. */
  readonly secret: string;
  /** Signs too until its time is over. */
  readonly previousSecret: { readonly sealed: string; readonly until: number } | null;
  readonly createdAt: number;
  readonly deletedAt: number | null;
}

/** What of an event decides who gets it. */
export interface RoutedEvent {
  readonly type: string;
  /** null: concerns the whole account, so every app's endpoints may want it. */
  readonly appId: number | null;
  readonly livemode: boolean;
}

/**
 * Whether an event is meant for an endpoint, enabled or not. A `ping` never is: the test button makes
 * the one delivery that it wants by itself.
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
