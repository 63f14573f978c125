#!/usr/bin/env node
import { main } from "./cli/main.ts";

process.on("SIGINT", () => process.exit(130));
process.exitCode = await main(process.argv.slice(2), process.env);
