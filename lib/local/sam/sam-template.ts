// The part of the API's template that SAM works with, in the form that it needs on this machine.
import { resolve } from "node:path";
import * as z from "zod";

/** What SAM reads; roles, log groups, CloudFront and the rest say nothing to it. */
const READ_BY_SAM = new Set([
  "AWS::Lambda::Function",
  "AWS::ApiGateway::RestApi",
  "AWS::ApiGateway::Stage",
]);

const templateSchema = z.looseObject({
  Resources: z.record(
    z.string(),
    z.looseObject({
      Type: z.string(),
      Properties: z.record(z.string(), z.unknown()).default({}),
      Metadata: z.record(z.string(), z.unknown()).default({}),
    }),
  ),
});
type Resource = z.output<typeof templateSchema>["Resources"][string];

export interface SamTemplateInput {
  /** The synthesised template, parsed JSON. */
  readonly template: unknown;
  /** Where it lies: assets are named relative to it. */
  readonly folder: string;
  /** Variables of each function, by its id. */
  readonly environments: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Of this machine: images of another one would have to be emulated. */
  readonly architecture: "arm64" | "x86_64";
}

/**
 * SAM passes on only variables that a function has in the template, so those that lead to the running
 * stack are declared here, empty; their values stand in the file for `--env-vars`.
 *
 * @throws ZodError where it is no template
 */
export function samTemplate(input: SamTemplateInput): object {
  const { Resources } = templateSchema.parse(input.template);
  const kept = Object.entries(Resources)
    .filter(([, { Type }]) => READ_BY_SAM.has(Type))
    .filter(([, resource]) => !isFunction(resource) || idOf(resource) in input.environments)
    .map(([id, resource]) => [id, isFunction(resource) ? runnable(resource, input) : resource]);
  return { AWSTemplateFormatVersion: "2010-09-09", Resources: Object.fromEntries(kept) };
}

function runnable(resource: Resource, input: SamTemplateInput): Resource {
  const { Code, Handler, MemorySize, Runtime, Timeout, FunctionName } = resource.Properties;
  const names = Object.keys(input.environments[idOf(resource)] ?? {});
  return {
    Type: resource.Type,
    Properties: {
      FunctionName,
      Runtime,
      Handler,
      Code,
      MemorySize,
      Timeout,
      Architectures: [input.architecture],
      Environment: { Variables: Object.fromEntries(names.map((name) => [name, ""])) },
    },
    Metadata: {
      ...resource.Metadata,
      "aws:asset:path": resolve(input.folder, String(resource.Metadata["aws:asset:path"])),
    },
  };
}

function isFunction({ Type }: Resource): boolean {
  return Type === "AWS::Lambda::Function";
}

/** The function's id; empty for one that the CDK brings for its own work. */
function idOf({ Metadata }: Resource): string {
  const id = Metadata["checkout:function"];
  return typeof id === "string" ? id : "";
}
