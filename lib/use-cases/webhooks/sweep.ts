import { type Delivery, dueAt, isLeased } from "../../domain/delivery.ts";
import { log, logUnreadable } from "../../pipeline/log.ts";
import { postponeSweep } from "../../store/deliveries.ts";
import { overdueDeliveries } from "../../store/delivery-lists.ts";
import { leftInOutbox, takeOut } from "../../store/outbox.ts";
import { overdueRecoveries } from "../../store/recoveries.ts";
import { resumeDeliveries } from "./manual-attempts.ts";
import type { WebhookPorts } from "./ports.ts";
import { type RelayPorts, relayEvents } from "./relay.ts";

const PAGE = 100;
/** A delivery is swept at most this often: a message that waits in a full lane is not lost. */
const PATIENCE_MS = 10 * 60_000;
/** A run stops well before its function's timeout, because the next one follows soon. */
const LONGEST_RUN_MS = 40_000;

type SweepPorts = Pick<WebhookPorts, "table" | "now" | "send">;

/** Sends the messages of deliveries whose message was lost or whose sender died. Returns their number. */
export async function sweepDeliveries(ports: SweepPorts): Promise<number> {
  const seen = new Set<string>();
  const endsAt = ports.now() + LONGEST_RUN_MS;
  while (ports.now() < endsAt) {
    const now = ports.now();
    const found = await overdueDeliveries(ports.table, now, PAGE, logUnreadable);
    const fresh = found.filter((delivery) => !seen.has(delivery.id));
    if (fresh.length === 0) break;
    for (const delivery of fresh) seen.add(delivery.id);
    await resumeDeliveries(
      ports,
      fresh.filter((delivery) => !isLeased(delivery, now)),
    );
    await Promise.all(fresh.map((delivery) => postpone(ports, delivery, now)));
  }
  if (seen.size > 0) log("warn", "deliveries resumed by the sweeper", { count: seen.size });
  return seen.size;
}

/** Continues recoveries whose message was lost. Returns their number. */
export async function sweepRecoveries(
  ports: Pick<WebhookPorts, "table" | "now" | "startWork">,
): Promise<number> {
  const found = await overdueRecoveries(ports.table, ports.now(), PAGE, logUnreadable);
  for (const { accountId: account_id, endpointId: endpoint_id, id: recovery_id } of found) {
    await ports.startWork({ version: 1, kind: "recover", account_id, endpoint_id, recovery_id });
  }
  return found.length;
}

function postpone({ table }: SweepPorts, delivery: Delivery, now: number): Promise<void> {
  // A sender holds the lease. If it dies, only the next sweep finds the delivery.
  if (isLeased(delivery, now)) return postponeSweep(table, delivery, delivery.leaseUntil);
  const from = Math.max(now, dueAt(delivery) ?? now);
  return postponeSweep(table, delivery, from + PATIENCE_MS);
}

/** Puts events on the bus that are in the outbox for more than five minutes. Returns their number. */
export async function sweepEvents(
  ports: RelayPorts & { readonly now: () => number },
): Promise<number> {
  const seen = new Set<string>();
  const endsAt = ports.now() + LONGEST_RUN_MS;
  while (ports.now() < endsAt) {
    const { events, gone } = await leftInOutbox(ports.table, ports.now(), PAGE, logUnreadable);
    await takeOut(ports.table, gone);
    const fresh = events.filter((event) => !seen.has(event.id));
    if (fresh.length === 0) break;
    for (const event of fresh) seen.add(event.id);
    await relayEvents(ports, fresh);
  }
  if (seen.size > 0) log("warn", "events relayed by the sweeper", { count: seen.size });
  return seen.size;
}
