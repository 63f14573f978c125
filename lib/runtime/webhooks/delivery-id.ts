import { createHash } from "node:crypto";
import { derivedId, idTime } from "../../domain/ids.ts";

/** One delivery per event and endpoint: the same two always give the same id, so twice is once. */
export function deliveryIdOf(eventId: string, endpointId: string): string {
  const time = idTime(eventId);
  if (time === null) throw new RangeError("not the id of an event");
  const digest = createHash("sha256").update(`${eventId}\n${endpointId}`).digest();
  return derivedId("dlv_", time, digest);
}
