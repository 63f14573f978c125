// Functions of the template with the statements of their roles: who they are, what they run, and
// what they may do.
import { existsSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { arnOf, type Place } from "./physical.ts";
import { readProperties } from "./properties.ts";
import { readRoles, type Statement } from "./roles.ts";
import type { Resource } from "./template.ts";

export type DeployedFunction = {
  /** Short name, e.g. `v1-create-checkout`; also its access key id at the front door. */
  readonly id: string;
  /** The physical function name. */
  readonly name: string;
  readonly logicalId: string;
  readonly arn: string;
  readonly roleName: string;
  /** Folder of the bundle. */
  readonly folder: string;
  /** `file.export` */
  readonly handler: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
  readonly memoryMegabytes: number;
  readonly statements: readonly Statement[];
};

const schema = z.looseObject({
  Code: z.looseObject({ S3Key: z.string().optional(), ZipFile: z.string().optional() }),
  Handler: z.string(),
  Role: z.string(),
  Runtime: z.string(),
  Timeout: z.coerce.number().default(3),
  MemorySize: z.coerce.number().default(128),
  Environment: z
    .looseObject({ Variables: z.record(z.string(), z.coerce.string()).default({}) })
    .optional(),
});

export function readFunctions(
  resources: readonly Resource[],
  assembly: string,
  place: Place,
): readonly DeployedFunction[] {
  const roles = readRoles(resources, place);
  return resources
    .filter((resource) => resource.type === "AWS::Lambda::Function")
    .flatMap((resource) => {
      const properties = readProperties(schema, resource);
      // Functions that the CDK brings for its own deployment work have nothing to do here.
      if (!properties.Runtime.startsWith("nodejs") || isDeploymentTool(resource)) return [];
      const folder = bundleFolder(properties.Code.S3Key, assembly);
      if (folder === null) return [];
      const role = roles.get(properties.Role);
      if (role === undefined)
        throw new Error(
          `${resource.logicalId}: its role ${properties.Role} is not in the template`,
        );
      return [
        {
          id: shortName(resource),
          name: resource.name,
          logicalId: resource.logicalId,
          arn: arnOf(resource.type, resource.name, place),
          roleName: role.name,
          folder,
          handler: properties.Handler,
          environment: properties.Environment?.Variables ?? {},
          timeoutSeconds: properties.Timeout,
          memoryMegabytes: properties.MemorySize,
          statements: role.statements,
        },
      ];
    });
}

function shortName(resource: Resource): string {
  const given = resource.metadata["checkout:function"];
  return typeof given === "string" ? given : resource.name;
}

function isDeploymentTool(resource: Resource): boolean {
  return /CustomResourceProvider|CustomS3AutoDelete|LogRetention/.test(resource.logicalId);
}

/** CDK names a staged asset `asset.{hash}` and its object `{hash}.zip`. */
function bundleFolder(key: string | undefined, assembly: string): string | null {
  if (key === undefined) return null;
  const folder = join(assembly, `asset.${key.replace(/^.*\//, "").replace(/\.zip$/, "")}`);
  if (!existsSync(folder))
    throw new Error(`the bundle ${folder} is missing: build and synthesize again`);
  return folder;
}

/** The function that a name, an ARN, or the ARN of a version or alias means. */
export function findFunction(
  functions: readonly DeployedFunction[],
  reference: string,
): DeployedFunction | undefined {
  const name = reference.includes(":function:")
    ? reference.split(":function:")[1]?.split(":")[0]
    : reference;
  return functions.find((candidate) => candidate.name === name);
}
