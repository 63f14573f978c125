import { existsSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

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
