import type { Client } from "../client.ts";
import { platformListApps } from "../generated/operations.ts";
import { everyItem } from "../pages.ts";
import { wholeNumber } from "./arguments.ts";
import { Failure } from "./failure.ts";
import { firstItems } from "./first-items.ts";

/** The app in `given`, or the account's only one. @throws Failure that lists the apps to choose from */
export async function chooseApp(client: Client, given: string | undefined): Promise<number> {
  if (given !== undefined) return wholeNumber(given, "--app", 0);
  const all = everyItem((cursor) =>
    client.call(platformListApps, { query: { limit: 100, ...(cursor && { cursor }) } }),
  );
  const { items: apps } = await firstItems(all, Number.POSITIVE_INFINITY);
  const [only, ...others] = apps;
  if (only !== undefined && others.length === 0) return only.app_id;
  const names = apps.map(({ app_id, name }) => `${app_id} (${name})`).join(", ");
  throw new Failure("usage", `--app is missing: ${names || "there is no app yet"}.`);
}
