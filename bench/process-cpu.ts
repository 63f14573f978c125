import { readdirSync, readFileSync } from "node:fs";

/** Processor time is counted in ticks of 10 ms on Linux. */
const TICK_MS = 10;

/**
 * Processor time that the process with this text in its command line has used so far, ms; null where
 * there is no /proc, or no such process.
 */
export function processCpuMs(commandLine: string): number | null {
  try {
    const own = String(process.pid);
    const pid = readdirSync("/proc").find(
      (name) => /^\d+$/.test(name) && name !== own && commandLineOf(name).includes(commandLine),
    );
    if (pid === undefined) return null;
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return null;
  }
}

/** Empty for a shell that waits for the process: its command line contains the same text. */
function commandLineOf(pid: string): string {
  try {
    const parts = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    return parts[0] === "sh" ? "" : parts.join(" ");
  } catch {
    return "";
  }
}
