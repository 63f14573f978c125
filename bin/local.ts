// `npm start`: runs the whole service on this machine. `PORT` (3000) and `LOCAL_DATA` (`.local/`, or
// `:memory:`) change the defaults; Ctrl-C stops everything.
//   --containers               also listens at the address where containers on Docker's default network reach this machine
//   --container-network NAME   … on another network of Docker
import { containerNetwork, openContainerBridge } from "../lib/local/sam/container-bridge.ts";
import { guide, workingKeys } from "../lib/local/seed/seed.ts";
import { startLocal } from "../lib/local/stack.ts";
import { commandOptions } from "./command-options.ts";

// An empty variable counts as none: it would put the data beside the sources.
const port = Number(process.env.PORT || 3000);
const data = process.env.LOCAL_DATA || ".local/";
const values = commandOptions(import.meta.filename, {
  containers: { type: "boolean" },
  "container-network": { type: "string" },
});

for (const output of [process.stdout, process.stderr]) {
  output.on("error", (error: NodeJS.ErrnoException) => {
    // Its reader, for example `head`, has enough. The service goes on.
    if (error.code !== "EPIPE") throw error;
  });
}

if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  fail(`PORT must be a number from 0 to 65535, not ${process.env.PORT}.`);
}

try {
  const stack = await startLocal({
    port,
    data,
    seed: true,
    say: (line) => console.log(line),
  });
  const stop = () => {
    // A second Ctrl-C exits at once: everything acknowledged is already on disk.
    process.once("SIGINT", () => process.exit(130));
    void stack.close().finally(() => process.exit(0));
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  if (values.containers || values["container-network"] !== undefined) {
    const network = containerNetwork(values["container-network"]);
    if (network === null)
      throw new Error("Docker has no such network here: is its engine running?");
    await openContainerBridge(network, { url: stack.url, awsEndpoint: stack.aws.endpoint });
    console.log(`containers reach this stack at ${network.address}`);
  }
  if (stack.seed) {
    const keys = await workingKeys(stack.url, stack.seed);
    console.log(guide(stack.url, stack.seed, keys, data));
  }
  console.log(`ready ${stack.url}`);
} catch (error) {
  fail(reasonOf(error));
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ("code" in error && error.code === "EADDRINUSE") {
    return `Port ${port} is in use. Stop what listens there, or set PORT to another one.`;
  }
  // The Fetch standard blocks some ports, such as 4190 and 6000, and so do browsers.
  if (error.cause instanceof Error && error.cause.message === "bad port") {
    return `Browsers open nothing on port ${port}. Set PORT to another one.`;
  }
  return error.message;
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
