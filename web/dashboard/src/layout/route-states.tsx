import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { Compass } from "lucide-react";
import { useEffect } from "react";
import { ViewNotLoaded } from "../lazy-view.tsx";
import { t } from "../texts/t.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { Empty } from "../ui/empty.tsx";
import { ProblemPanel } from "../ui/problem.tsx";

export function NotFound() {
  return (
    <main className="mx-auto max-w-xl px-4 py-20">
      <h1 className="sr-only">{t("layout.pageNotFound")}</h1>
      <div className="card">
        <Empty
          icon={Compass}
          title={t("layout.pageNotFound")}
          action={
            <ButtonLink look="primary" to="/">
              {t("layout.goToTheOverview")}
            </ButtonLink>
          }
        >
          {t("layout.checkTheAddressOr")}
        </Empty>
      </div>
    </main>
  );
}

/** Shown when a route fails to load, e.g. because the service is unreachable. */
export function RouteProblem({ error }: ErrorComponentProps) {
  const router = useRouter();
  const shown = error instanceof Error ? error : new Error(t("layout.somethingWentWrong"));
  const retry = () =>
    error instanceof ViewNotLoaded && navigator.onLine
      ? location.reload()
      : void router.invalidate();
  useEffect(() => {
    addEventListener("online", retry);
    return () => removeEventListener("online", retry);
  });
  return (
    <main className="mx-auto max-w-xl px-4 py-20">
      <ProblemPanel error={shown} retry={retry} />
    </main>
  );
}
