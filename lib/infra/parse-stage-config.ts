import type * as z from "zod";
import { type StageConfig, stageConfigSchema } from "./stage-config.ts";
import { stageProblems } from "./stage-problems.ts";

const checkedSchema = stageConfigSchema.superRefine((config, context) => {
  for (const problem of stageProblems(config)) context.addIssue({ code: "custom", ...problem });
});

/** @throws Error with one line per invalid field, which names the field */
export function parseStageConfig(input: unknown): StageConfig {
  const result = checkedSchema.safeParse(input);
  if (result.success) return result.data;
  const lines = result.error.issues.map(
    (issue) => `  ${issue.path.join(".") || "(whole)"}: ${messageOf(issue)}`,
  );
  throw new Error(`The stage's configuration is not valid:\n${lines.join("\n")}`);
}

/** An invalid key of a record has its reason one level down. */
function messageOf(issue: z.core.$ZodIssue): string {
  return (issue.code === "invalid_key" && issue.issues[0]?.message) || issue.message;
}
