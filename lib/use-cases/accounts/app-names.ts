import { table } from "../../pipeline/deps.ts";
import { listApps } from "../../store/apps.ts";

/** The first apps of an account with their names, newest first: people recognize an account by its shops. */
export async function appNamesOf(
  accountId: string,
): Promise<readonly { readonly appId: number; readonly name: string }[]> {
  const { data } = await listApps(table(), accountId, { limit: 100, internal: true });
  return data;
}
