import type { Client } from "../client.ts";
import { platformListApps } from "../generated/operations.ts";
import { wholeNumber } from "./arguments.ts";
import { Failure } from "./failure.ts";

/** The app in `given`, or the account's only one. @throws Failure that lists the apps to choose from */
export async function chooseApp(client: Client, given: string | undefined): Promise<number> {
  if (given !== undefined) return wholeNumber(given, "--app", 0);
  const { data } = await client.call(platformListApps);
  const [only, ...others] = data;
  if (only !== undefined && others.length === 0) return only.app_id;
  const names = data.map(({ app_id, name }) => `${app_id} (${name})`).join(", ");
  throw new Failure("usage", `--app is missing: ${names || "there is no app yet"}.`);
}
