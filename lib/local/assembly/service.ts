// Reads what the local stack runs from a cloud assembly, and refuses what AWS would not run.
import type { DeployedApi } from "./api.ts";
import { type Deployment, readDeployment } from "./deployment.ts";
import type { Place } from "./intrinsics.ts";
import { readAssembly } from "./template.ts";
import { findMissingGrants } from "./wiring.ts";

/**
 * @param stageVariables of the API's stage, beside those of the template
 * @throws Error that names the missing REST API or the missing permissions
 */
export function readService(
  folder: string,
  place: Place,
  stageVariables: Readonly<Record<string, string>>,
): { readonly deployment: Deployment; readonly api: DeployedApi } {
  const resources = readAssembly(folder, place);
  const deployment = readDeployment(resources, folder, place);
  const missing = findMissingGrants(resources, deployment);
  if (missing.length > 0) {
    throw new Error(`The template would not work on AWS:\n  ${missing.join("\n  ")}`);
  }
  const { api } = deployment;
  if (api === null) throw new Error(`${folder} has no REST API`);
  return {
    deployment,
    api: { ...api, stageVariables: { ...api.stageVariables, ...stageVariables } },
  };
}
