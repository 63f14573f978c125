import { createHash } from "node:crypto";
import { derivedId, idTime } from "../../domain/ids.ts";

/** Derives a delivery's id from its event and endpoint, so that a repeated fan-out creates no second one. */
export function deliveryIdOf(eventId: string, endpointId: string): string {
  const time = idTime(eventId);
  if (time === null) throw new RangeError("not the id of an event");
  const digest = createHash("sha256").update(`${eventId}\n${endpointId}`).digest();
  return derivedId("dlv_", time, digest);
}
