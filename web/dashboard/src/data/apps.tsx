import { apps } from "virtual:endpoints";
import type { Answer } from "../../../../lib/contract/client-types.ts";
import { useApi } from "../query.ts";
import { t } from "../texts/t.ts";

export type App = Answer<typeof apps.readApp>;
export type PaymentMethod = Answer<typeof apps.listPaymentMethods>["data"][number];

/** The first 100 apps of the account, for pickers and names. */
export function useApps() {
  const { data, ...query } = useApi(apps.listApps, { query: { limit: 100 } });
  const known = data?.data ?? [];
  return {
    ...query,
    apps: known,
    /** The default app: the oldest one, which most likely has data. */
    usualAppId: known.at(-1)?.app_id,
    isKnown: data !== undefined,
    /** False until the apps are known. */
    hasNone: data !== undefined && known.length === 0,
  };
}

/** An app's name, or its id if the name is unknown. */
export function AppName({ id }: { readonly id: number | null }) {
  const { apps } = useApps();
  if (id === null) return <>{t("dataApps.allApps")}</>;
  return <>{apps.find((app) => app.app_id === id)?.name ?? t("dataApps.app", { id })}</>;
}
