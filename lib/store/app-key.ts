/** Sort key of an app and prefix of its methods; padded so that apps sort by id. */
export function appKey(appId: number): string {
  return `${String(appId).padStart(16, "0")}#`;
}
