import { RegionInfo } from "aws-cdk-lib/region-info";

/** Whether this is a region of the partition `aws`; the others have other ARNs and no CloudFront of their own. */
export function isKnownRegion(name: string): boolean {
  return RegionInfo.regions.some((region) => region.name === name && region.partition === "aws");
}
