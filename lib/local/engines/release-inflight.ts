import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/**
 * Makes messages visible that were in flight when the last process ended: no function works on them now,
 * and the new process doesn't wait for their visibility timeout. Call it before the
 * engine opens its file; does nothing where there is none.
 */
export function releaseInflight(dataFolder: string): void {
  const file = join(dataFolder, "fauxqs.db");
  if (!existsSync(file)) return;
  const database = new DatabaseSync(file);
  try {
    database.exec(
      "UPDATE sqs_messages SET visibility_deadline = 0 WHERE receipt_handle IS NOT NULL",
    );
  } finally {
    database.close();
  }
}
