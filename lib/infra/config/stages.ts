import type { StageConfig } from "../stage-config.ts";
import { parseStageConfig } from "../stage-config.ts";
import { dev } from "./dev.ts";
import { prod } from "./prod.ts";

const STAGES: ReadonlyMap<string, unknown> = new Map(Object.entries({ dev, prod }));

/**
 * Throws when there is no such stage, when a field of its file is wrong, or when the file names another stage: it
 * would deploy over that one's stacks.
 */
export function stageConfig(stage: string, stages = STAGES): StageConfig {
  const input = stages.get(stage);
  if (input === undefined) {
    throw new Error(`There is no stage "${stage}"; known are ${[...stages.keys()].join(", ")}.`);
  }
  const config = parseStageConfig(input);
  if (config.stage !== stage) {
    throw new Error(`The file of stage "${stage}" names the stage "${config.stage}".`);
  }
  return config;
}
