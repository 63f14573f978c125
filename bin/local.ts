// `npm start`: the whole service on this machine. `PORT` (3000) and `LOCAL_DATA` (`.local/`, or
// `:memory:`) change the defaults; Ctrl-C ends everything.
import { guide } from "../lib/local/seed/guide.ts";
import { startLocal } from "../lib/local/stack.ts";

const port = Number(process.env.PORT ?? 3000);
const data = process.env.LOCAL_DATA ?? ".local/";

if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  fail(`PORT must be a number from 0 to 65535, not ${process.env.PORT}.`);
}

try {
  const stack = await startLocal({
    port,
    data,
    seed: true,
    site: true,
    say: (line) => console.log(line),
  });
  const stop = () => {
    // A second Ctrl-C does not wait: whatever was acknowledged is on disk already.
    process.once("SIGINT", () => process.exit(130));
    void stack.close().finally(() => process.exit(0));
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  if (stack.seed) console.log(guide(stack.url, stack.seed));
  console.log(`ready ${stack.url}`);
} catch (error) {
  const inUse = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
  fail(
    inUse
      ? `Port ${port} is in use. Stop what listens there, or set PORT to another one.`
      : String(error instanceof Error ? error.message : error),
  );
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
