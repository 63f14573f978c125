import { parseArgs } from "node:util";
import type { Options } from "./command.ts";
import { Failure } from "./failure.ts";

/** Options of every command. */
export const GLOBAL_OPTIONS = {
  "base-url": { type: "string" },
  "api-key": { type: "string" },
  local: { type: "boolean" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const satisfies Options;

/** The arguments of one command. @throws Failure for an option that it does not have */
export function parseOptions<const O extends Options>(args: readonly string[], options: O) {
  try {
    return parseArgs({
      args: [...args],
      options: { ...GLOBAL_OPTIONS, ...options },
      allowPositionals: true,
    });
  } catch (error) {
    throw new Failure("usage", error instanceof Error ? error.message : String(error));
  }
}

/** @throws Failure for anything but 1 to 12 digits */
export function wholeNumber(text: string | undefined, name: string, fallback: number): number {
  if (text === undefined) return fallback;
  if (/^\d{1,12}$/.test(text)) return Number(text);
  throw new Failure("usage", `${name} must be a whole number, not ${text}.`);
}

/** @throws Failure for a value that is missing or empty */
export function required(value: string | undefined, name: string): string {
  if (value === undefined || value === "") throw new Failure("usage", `${name} is missing.`);
  return value;
}
