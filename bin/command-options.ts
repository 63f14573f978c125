import { readFileSync } from "node:fs";
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";

type Values<T extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: T }>
>["values"];

/**
 * The options of one of the project's own commands, whose module `file` is. `--help` prints the first `//` comment of that file and
 * ends the process before the command does anything; so does an option that it does not have, with the exit code 2.
 */
export function commandOptions<const T extends ParseArgsOptionsConfig>(
  file: string,
  options: T,
): Values<T> {
  endForHelp(file);
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return endForMisuse(String(error instanceof Error ? error.message : error));
  }
}

/** The number that an option holds. Ends the process for another text: with it, a check would end at once and pass. */
export function numberOf(option: string, text: string, least = 0): number {
  const number = text.trim() === "" ? Number.NaN : Number(text);
  return number >= least
    ? number
    : endForMisuse(`--${option} must be a number from ${least}, not ${text}`);
}

/** The names in `--only a,b`, or all that are known. Ends the process for others: with them, a check would do nothing and pass. */
export function namesOf(only: string | undefined, known: readonly string[]): readonly string[] {
  const names = only?.split(",") ?? known;
  const others = names.filter((name) => !known.includes(name));
  return others.length === 0
    ? names
    : endForMisuse(`--only takes ${known.join(", ")}, not ${others.join(", ")}`);
}

function endForMisuse(message: string): never {
  console.error(`${message}. --help shows the options.`);
  return process.exit(2);
}

/** As `commandOptions`, for a command that reads its arguments itself. */
export function endForHelp(file: string): void {
  if (!process.argv.slice(2).some((argument) => argument === "--help" || argument === "-h")) return;
  const lines = readFileSync(file, "utf8").split("\n");
  const first = lines.findIndex((line) => line.startsWith("//"));
  const after = lines.findIndex((line, index) => index > first && !line.startsWith("//"));
  const comment = lines.slice(first, after).map((line) => line.replace(/^\/\/ ?/, ""));
  console.log(comment.join("\n"));
  process.exit(0);
}
