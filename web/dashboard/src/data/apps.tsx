import { apps, insight, status } from "virtual:endpoints";
import type { Answer } from "../../../../lib/contract/client-types.ts";
import { accountNumberText, PROVIDER_VIEWS } from "../../../../lib/contract/providers.ts";
import { client } from "../client.ts";
import { useApi, useApiAll } from "../query.ts";
import { formatCount, language, t } from "../texts/t.ts";
import { ProblemPanel } from "../ui/problem.tsx";

export type App = Answer<typeof apps.readApp>;
export type PaymentMethod = Answer<typeof apps.listPaymentMethods>["data"][number];

/** All apps of the account, newest first, for pickers and names. */
export function useApps() {
  const { data, error, refetch } = useApiAll(apps.listApps, {});
  const known = data ?? [];
  const usualAppId = client.appInUse() ?? known.at(-1)?.app_id;
  return {
    apps: known,
    /** The default app: the one in use, or else the oldest one, which most likely has data. */
    usualAppId,
    /** The chosen app; the default one if none was chosen, or if it has been deleted since, so that no picker shows it. */
    appOf: (chosen: number | null | undefined) =>
      known.find(({ app_id }) => app_id === chosen)?.app_id ?? usualAppId,
    isKnown: data !== undefined,
    /** In place of what needs the apps: why they could not be read; null while they load, and once they are known. */
    problem:
      data === undefined && error ? (
        <ProblemPanel error={error} retry={() => void refetch()} />
      ) : null,
    /** False until the apps are known. */
    hasNone: data !== undefined && known.length === 0,
  };
}

/** An app's name, or its id if the name is unknown. */
export function AppName({ id }: { readonly id: number | null }) {
  const { apps } = useApps();
  if (id === null) return <>{t("dataApps.allApps")}</>;
  const name = apps.find((app) => app.app_id === id)?.name;
  return <span className="wrap-anywhere">{name ?? t("dataApps.app", { id })}</span>;
}

export type Provider = PaymentMethod["provider"];

/** The name of a provider; its id if this version does not know it. */
export function providerName(provider: string): string {
  return PROVIDER_VIEWS.find(({ id }) => id === provider)?.name[language()] ?? provider;
}

/** A receiving account, with its number as people write it. */
export function accountText(account: Pick<PaymentMethod, "provider" | "account_number">): string {
  const { provider, account_number: number } = account;
  return `${providerName(provider)} ${accountNumberText(provider, number)}`;
}

/** The providers that this installation can verify; none while they load. */
export function useOfferedProviders() {
  const { data, error } = useApi(status.readStatus, {});
  const banks = new Set<Provider>(data?.providers.map(({ provider }) => provider));
  if (data?.manual) banks.add("manual");
  return {
    offered: PROVIDER_VIEWS.map(({ id }) => id).filter((id) => banks.has(id)),
    error,
  };
}

/** The number of objects with an issue; undefined while it loads. */
export function useErrorCount() {
  const { data } = useApi(insight.listErrors, {}, { refetchEveryMs: 30_000 });
  if (data === undefined) return undefined;
  const count = data.data.reduce((sum, group) => sum + group.count, 0);
  return { count, shown: formatCount(count) };
}
