import type { Deployment, ReadDeployment } from "../../cloud/code-deploy.ts";
import type { Release, ReleaseState } from "../../domain/release.ts";
import { putRelease } from "../../store/operations.ts";
import type { Table } from "../../store/transact.ts";

/**
 * Records the release that a deployment belongs to. An event only says that something has changed: what counts is what
 * CodeDeploy says now, so repeated and late events record the same.
 */
export async function recordRelease(
  table: Table,
  read: ReadDeployment,
  deploymentId: string,
): Promise<void> {
  const told = await read(deploymentId);
  const deployment = told.rollsBack === null ? told : await read(told.rollsBack);
  const wayBack = await wayBackOf(deployment, told, read);
  await putRelease(table, releaseOf(deployment, wayBack));
}

async function wayBackOf(
  { id, rolledBackBy }: Deployment,
  told: Deployment,
  read: ReadDeployment,
): Promise<Deployment | null> {
  if (told.rollsBack === id) return told;
  return rolledBackBy === null ? null : await read(rolledBackBy);
}

function releaseOf(deployment: Deployment, wayBack: Deployment | null): Release {
  const { id, group, from, to, percent, alarms, createdAt } = deployment;
  const state = stateOf(deployment, wayBack);
  const endedAt = wayBack === null ? deployment.endedAt : wayBack.endedAt;
  return {
    ...{ id, functionId: group, from, to, percent, state, alarms, startedAt: createdAt },
    endedAt: state === "running" || state === "withdrawing" ? null : endedAt,
  };
}

function stateOf({ status }: Deployment, wayBack: Deployment | null): ReleaseState {
  if (status === "Succeeded") return "succeeded";
  if (status !== "Failed" && status !== "Stopped") return "running";
  if (wayBack === null) return "failed";
  if (wayBack.status === "Succeeded") return "withdrawn";
  return wayBack.status === "Failed" || wayBack.status === "Stopped" ? "failed" : "withdrawing";
}
