import { Outlet } from "@tanstack/react-router";
import { LockKeyhole } from "lucide-react";
import { useEffect } from "react";
import { askProof, lock, wantsProof } from "../../proof.ts";
import { queryClient } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { Page, Tabs } from "../../ui/page.tsx";
import { Empty } from "../../ui/problem.tsx";

const TABS = [
  { to: "/console", label: t("console.banks") },
  { to: "/console/accounts", label: t("console.accounts") },
  { to: "/console/dead-letters", label: t("console.deadLetters") },
  { to: "/console/operations", label: t("console.operations") },
] as const;

/** For who operates the service: what it is doing, and what nobody else may change. */
export function ConsoleView() {
  useProofGate();
  return (
    <Page title={t("layout.console")} lead={t("console.lead")}>
      <Tabs label={t("layout.console")} tabs={TABS} />
      <Outlet />
    </Page>
  );
}

/** Asks for a proof where the service refuses to show something without one, and reads no more of it until then. */
function useProofGate(): void {
  useEffect(() => {
    lock(false);
    return queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== "updated" || event.action.type !== "error") return;
      if (!wantsProof(event.action.error)) return;
      lock(true);
      void askProof();
    });
  }, []);
}

/** In place of what needs a proof. */
export function Locked() {
  return (
    <Empty
      icon={LockKeyhole}
      title={t("proof.confirmItIsYou")}
      action={
        <Button look="primary" onClick={() => void askProof()}>
          {t("proof.confirm")}
        </Button>
      }
    >
      {t("console.confirmExplained")}
    </Empty>
  );
}
