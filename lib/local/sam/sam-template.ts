import { resolve } from "node:path";
import * as z from "zod";
import { LIVE } from "../../contract/functions.ts";
import type { DeployedFunction } from "../assembly/functions.ts";
import type { LocalRoutes } from "../local-route.ts";

// The part of the API's template that SAM uses, adapted to this machine.

/** Types that SAM uses. It ignores roles, log groups, CloudFront and everything else. */
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
  /** The synthesized templates of the API and of its functions, parsed JSON. */
  readonly templates: readonly unknown[];
  /** The folder of the templates; asset paths are relative to it. */
  readonly folder: string;
  /** Variables of each function, by its id. */
  readonly environments: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** That of this machine: Docker would have to emulate another one. */
  readonly architecture: "arm64" | "x86_64";
}

/**
 * SAM passes on only the variables that the template declares, so this declares all of them, empty. Their
 * values are in the file for `--env-vars`.
 *
 * @throws ZodError where the input is not a template
 */
export function samTemplate(input: SamTemplateInput): object {
  const kept = input.templates
    .flatMap((template) => Object.entries(templateSchema.parse(template).Resources))
    .filter(([, { Type }]) => READ_BY_SAM.has(Type))
    .filter(([, resource]) => !isFunction(resource) || idOf(resource) in input.environments)
    .map(([id, resource]) => [
      id,
      isFunction(resource) ? runnable(resource, input) : adapted(resource),
    ]);
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

/**
 * Removes the stage variables: they refer to the distribution, which SAM does not have. Lets the API call functions
 * without their aliases, which SAM does not have either.
 */
function adapted(resource: Resource): Resource {
  const { Variables: _, ...Properties } = resource.Properties;
  const text = JSON.stringify(Properties).replaceAll(`:${LIVE}/invocations`, "/invocations");
  return { ...resource, Properties: JSON.parse(text) };
}

function isFunction({ Type }: Resource): boolean {
  return Type === "AWS::Lambda::Function";
}

/** The function's id; empty for the CDK's own functions. */
function idOf({ Metadata }: Resource): string {
  const id = Metadata["checkout:function"];
  return typeof id === "string" ? id : "";
}

// Tells `npm run sam` the variables of the running stack's functions.

/** Variables that the Lambda runtime sets itself. */
const OF_THE_RUNTIME = /^(?:AWS_LAMBDA_|LAMBDA_|_HANDLER$|TZ$|LANG$)/;

/** `GET environments`: the variables of every function, by its id. */
export function environmentRoutes(
  functions: readonly DeployedFunction[],
  environmentOf: (deployed: DeployedFunction) => Readonly<Record<string, string>>,
): LocalRoutes {
  return async ({ method, path }) => {
    if (method !== "GET" || path.replace(/\/$/, "") !== "environments") return null;
    const environments = functions.map((deployed) => [
      deployed.id,
      Object.fromEntries(
        Object.entries(environmentOf(deployed)).filter(([name]) => !OF_THE_RUNTIME.test(name)),
      ),
    ]);
    return { status: 200, body: { environments: Object.fromEntries(environments) } };
  };
}
