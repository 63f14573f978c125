import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

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

const ROOT = "/sys/fs/cgroup";
/** As short as the kernel's scheduler makes sense of; Lambda's own slices are of this order. */
const PERIOD_MICROSECONDS = 20_000;

/** A control group that holds back the processor. */
export interface ProcessorShare {
  /** Shell text that puts its own process into the group. */
  readonly enter: string;
  /** `part` of one processor, 0.05 and up. */
  set(part: number): void;
  remove(): void;
}

/** Null where this machine does not let us make control groups (it takes Linux and root). */
export function processorShare(): ProcessorShare | null {
  const isVersion2 = existsSync(join(ROOT, "cgroup.controllers"));
  const folder = join(ROOT, isVersion2 ? "" : "cpu", `bench-${process.pid}`);
  try {
    mkdirSync(folder);
    const group: ProcessorShare = {
      enter: `echo $$ > ${folder}/cgroup.procs`,
      set(part) {
        const quota = Math.round(part * PERIOD_MICROSECONDS);
        if (isVersion2) {
          writeFileSync(join(folder, "cpu.max"), `${quota} ${PERIOD_MICROSECONDS}`);
        } else {
          writeFileSync(join(folder, "cpu.cfs_period_us"), String(PERIOD_MICROSECONDS));
          writeFileSync(join(folder, "cpu.cfs_quota_us"), String(quota));
        }
      },
      remove: () => rmdirSync(folder),
    };
    group.set(1);
    return group;
  } catch {
    return null;
  }
}
