import { parseStageConfig, type StageConfig } from "../stage-config.ts";
import { dev } from "./dev.ts";
import { prod } from "./prod.ts";

const STAGES: ReadonlyMap<string, unknown> = new Map(Object.entries({ dev, prod }));

/** Throws when there is no such stage, or when a field of its file is wrong. */
export function stageConfig(stage: string): StageConfig {
  const input = STAGES.get(stage);
  if (input === undefined) {
    throw new Error(`There is no stage "${stage}"; known are ${[...STAGES.keys()].join(", ")}.`);
  }
  return parseStageConfig(input);
}
