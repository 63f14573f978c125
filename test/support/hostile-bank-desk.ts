import { setFunctionEnvironment } from "./function-environment.ts";
import { HOSTILE_BANK_SETTINGS, startHostileBank } from "./hostile-bank.ts";
import { startTable } from "./table.ts";
import { catchWakeUps } from "./verification-desk.ts";

/** A table, and the hostile bank as the provider `http` of this process. Stop it in `afterAll`. */
export async function startHostileBankDesk() {
  const engine = await startTable();
  const bank = await startHostileBank(Date.now);
  const wakeUps = catchWakeUps();
  setFunctionEnvironment({
    tableName: engine.table.name,
    dynamoDbEndpoint: engine.endpoint,
    config: {
      providers: { http: { enabled: true, baseUrl: bank.url, settings: HOSTILE_BANK_SETTINGS } },
    },
  });
  return {
    table: engine.table,
    stop: async () => {
      wakeUps.restore();
      await bank.close();
      await engine.stop();
    },
  };
}
