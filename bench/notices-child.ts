// Runs P16 and prints its figure; what it says on the way goes nowhere.
import { notices } from "./notices.ts";

const figure = await notices({ full: process.argv[2] === "full", say: () => {} });
process.stdout.write(JSON.stringify(figure), () => process.exit(0));
