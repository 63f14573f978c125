import { apps } from "virtual:endpoints";
import { Outlet, useParams, useRouter } from "@tanstack/react-router";
import { grantOf } from "../../../../../lib/contract/roles.ts";
import { useApi } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Text } from "../../texts/text.tsx";
import { Copyable } from "../../ui/copy.tsx";
import { Page, Tabs } from "../../ui/page.tsx";
import { ProblemPanel, Skeleton } from "../../ui/problem.tsx";
import { useUser } from "../../use-session.ts";

const TABS = [
  { id: "/inside/apps/$appId/", to: "/apps/$appId", label: t("apps.paymentMethods") },
  { id: "/inside/apps/$appId/api-keys", to: "/apps/$appId/api-keys", label: t("layout.apiKeys") },
  { id: "/inside/apps/$appId/phones", to: "/apps/$appId/phones", label: t("apps.phonesTab") },
  { id: "/inside/apps/$appId/settings", to: "/apps/$appId/settings", label: t("apps.settings") },
] as const;

export function AppView() {
  const { appId } = useParams({ from: "/inside/apps/$appId" });
  const { role } = useUser();
  const { routesById } = useRouter();
  const tabs = TABS.filter(({ id }) => {
    const needs = routesById[id].options.staticData?.needs;
    return needs !== undefined && grantOf(role, needs) !== false;
  });
  const app = useApi(apps.readApp, { params: { app_id: appId } });
  return (
    <Page
      title={app.data?.name ?? t("apps.app")}
      back={{ to: "/apps", label: t("layout.apps") }}
      lead={
        <span className="inline-flex max-w-full flex-wrap items-center gap-1">
          <Text id="apps.appId" values={{ copyable: <Copyable value={appId} label="app_id" /> }} />
        </span>
      }
    >
      {app.error && !app.data ? (
        <ProblemPanel what="app" error={app.error} retry={() => void app.refetch()} />
      ) : (
        <>
          <Tabs
            label={t("apps.app")}
            tabs={tabs.map(({ to, label }) => ({ to, params: { appId }, label }))}
          />
          {app.data ? <Outlet /> : <Skeleton />}
        </>
      )}
    </Page>
  );
}
