#!/usr/bin/env node
import { main } from "./cli/main.ts";

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // Its reader, for example `head`, has enough.
  if (error.code === "EPIPE") process.exit(0);
  console.error(`The output could not be written: ${error.message}`);
  process.exit(1);
});
process.on("SIGINT", () => process.exit(130));
process.exitCode = await main(process.argv.slice(2), process.env);
// If a proxy closes a connection without a response, Node.js opens another one again and again, without end.
process.stdout.write("", (error) => {
  if (!error) process.exit();
});
