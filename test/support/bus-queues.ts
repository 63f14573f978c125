import { BUS_RULES } from "../../lib/contract/functions.ts";
import { matchesPattern } from "../../lib/local/events/bus.ts";

/** The queues that the rules of the bus hand an event to. `replay`: it comes from the archive, by this name. */
export function queuesOf(detail: unknown, replay?: string): readonly string[] {
  const event = { detail, ...(replay !== undefined && { "replay-name": replay }) };
  return BUS_RULES.flatMap(({ queue, pattern = {} }) =>
    matchesPattern(pattern, event) ? [queue] : [],
  );
}
