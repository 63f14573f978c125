import { apps } from "virtual:endpoints";
import type { Answer } from "../../../../lib/contract/client-types.ts";
import { useApi } from "../query.ts";

export type App = Answer<typeof apps.readApp>;
export type PaymentMethod = Answer<typeof apps.listPaymentMethods>["data"][number];

/** The account's apps, for pickers and names; more than 100 are found by their id only. */
export function useApps() {
  const { data, ...query } = useApi(apps.listApps, { query: { limit: 100 } });
  const known = data?.data ?? [];
  return {
    ...query,
    apps: known,
    /** Where nobody chose: the first that was made, which is the one that has something to show. */
    usualAppId: known.at(-1)?.app_id,
    isKnown: data !== undefined,
  };
}

/** An app's name, or its number while that is not known. */
export function AppName({ id }: { readonly id: number | null }) {
  const { apps } = useApps();
  if (id === null) return <>All apps</>;
  return <>{apps.find((app) => app.app_id === id)?.name ?? `App ${id}`}</>;
}
