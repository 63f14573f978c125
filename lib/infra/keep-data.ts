import { CfnDeletionPolicy, type CfnResource } from "aws-cdk-lib";

/**
 * Keeps a resource when its stack is deleted or the resource is replaced. The rollback of a failed first
 * deployment still deletes it, so that no unused table, key or secret remains.
 */
export function keepData(resource: CfnResource, protect: boolean): void {
  const { RETAIN_EXCEPT_ON_CREATE, RETAIN, DELETE } = CfnDeletionPolicy;
  resource.cfnOptions.deletionPolicy = protect ? RETAIN_EXCEPT_ON_CREATE : DELETE;
  resource.cfnOptions.updateReplacePolicy = protect ? RETAIN : DELETE;
}
