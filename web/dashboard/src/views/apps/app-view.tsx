import { apps } from "virtual:endpoints";
import { Link, Outlet, useParams } from "@tanstack/react-router";
import { useApi } from "../../query.ts";
import { Copyable } from "../../ui/copy.tsx";
import { Page } from "../../ui/page.tsx";
import { ProblemPanel } from "../../ui/problem.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

const TABS = [
  { to: "/apps/$appId", label: "Payment methods" },
  { to: "/apps/$appId/api-keys", label: "API keys" },
  { to: "/apps/$appId/settings", label: "Settings" },
] as const;

export function AppView() {
  const { appId } = useParams({ from: "/inside/apps/$appId" });
  const app = useApi(apps.readApp, { params: { app_id: appId } });
  return (
    <Page
      title={app.data?.name ?? (app.error ? "App" : "…")}
      back={{ to: "/apps", label: "Apps" }}
      lead={
        <span className="inline-flex items-center gap-1">
          app_id <Copyable value={appId} label="app_id" />
        </span>
      }
    >
      {app.error ? (
        <ProblemPanel what="app" error={app.error} retry={() => void app.refetch()} />
      ) : (
        <>
          <nav aria-label="App" className="-mx-4 mb-6 overflow-x-auto px-4 sm:mx-0 sm:px-0">
            <ul className="flex gap-6 border-b border-line">
              {TABS.map(({ to, label }) => (
                <li key={to}>
                  <Link
                    to={to}
                    params={{ appId }}
                    activeOptions={{ exact: true, includeSearch: false }}
                    className="-mb-px block border-b-2 border-transparent py-2.5 font-medium whitespace-nowrap text-soft hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          {app.data ? <Outlet /> : <Skeleton />}
        </>
      )}
    </Page>
  );
}
