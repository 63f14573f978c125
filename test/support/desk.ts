import { afterAll, beforeAll } from "vitest";
import type { VerificationMessage } from "../../lib/contract/messages.ts";
import type { Table } from "../../lib/store/transact.ts";
import { setFunctionEnvironment } from "./function-environment.ts";
import { startTable, type TestTable } from "./table.ts";
import { catchWakeUps } from "./verification-desk.ts";

/** What `openDesk` opens for the tests of a file. */
interface Desk {
  readonly table: Table;
  /** See `catchWakeUps`. */
  readonly messages: VerificationMessage[];
}

/** Opens a table for all tests of a file, points the functions to it and catches their wake-ups. Read it within tests. */
export function openDesk(): Desk {
  let engine: TestTable;
  let wakeUps: ReturnType<typeof catchWakeUps>;
  beforeAll(async () => {
    engine = await startTable();
    setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
    wakeUps = catchWakeUps();
  });
  afterAll(async () => {
    wakeUps?.restore();
    await engine?.stop();
  });
  return {
    get table() {
      return engine.table;
    },
    get messages() {
      return wakeUps.messages;
    },
  };
}
