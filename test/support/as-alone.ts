// Test files share a process, in which code stays compiled. Each begins as if it were alone there: with the environment
// of the process, without the mocks of others, and with functions that have kept nothing.
import { afterEach, vi } from "vitest";
import { forgetAll } from "../../lib/pipeline/cell.ts";
import { clientMocks, violations } from "./left-behind.ts";

vi.unstubAllEnvs();
vi.unstubAllGlobals();
vi.useRealTimers();
for (const mock of clientMocks.splice(0)) mock.restore();
forgetAll();

const shared = globalThis as { firstEnvironment?: NodeJS.ProcessEnv };
shared.firstEnvironment ??= { ...process.env };
for (const name of Object.keys(process.env)) {
  if (!(name in shared.firstEnvironment) && !name.startsWith("VITEST")) delete process.env[name];
}
Object.assign(process.env, shared.firstEnvironment);

// Also for answers that a browser got, and for those that the test itself does not look at.
afterEach(() => {
  const found = violations.splice(0);
  if (found.length > 0) throw new Error(`Not as published:\n${found.join("\n")}`);
});
