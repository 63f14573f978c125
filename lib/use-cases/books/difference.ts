import type { StatementPoint } from "../../domain/statement-points.ts";
import type { ComparedStatement } from "../../store/books.ts";
import { eventWrites } from "../../store/outbox.ts";
import type { Write } from "../../store/transact.ts";
import { buildEvent } from "../events/build-event.ts";
import { presentPoint, presentStatement } from "./present-statement.ts";

const MOST_SHOWN = 100;

/** The event about new points; nothing without any, so that comparing again is quiet. `at` in ms. */
export function differenceWrites(
  statement: ComparedStatement,
  fresh: readonly StatementPoint[],
  at: number,
): readonly Write[] {
  if (fresh.length === 0) return [];
  const { id, accountId } = statement;
  const newPoints = fresh.slice(0, MOST_SHOWN).map(presentPoint);
  return eventWrites(
    buildEvent({
      type: "books.difference",
      accountId,
      appId: null,
      livemode: true,
      sequence: 0,
      objectId: id,
      object: { ...presentStatement(statement), new_points: newPoints },
      at,
    }),
  );
}
