import { apps } from "virtual:endpoints";
import { useParams } from "@tanstack/react-router";
import { Landmark, Plus } from "lucide-react";
import { useState } from "react";
import { useExport } from "../../data/export.ts";
import { useApiList } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Section } from "../../ui/page.tsx";
import { ProblemPanel } from "../../ui/problem.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { MethodDialog } from "./method-dialog.tsx";
import { MethodRow } from "./method-row.tsx";

export function MethodsTab() {
  const { appId } = useParams({ from: "/inside/apps/$appId" });
  const list = useApiList(apps.listPaymentMethods, {
    params: { app_id: appId },
    query: { limit: 100 },
  });
  const exportMethods = useExport("payment-methods", apps.listPaymentMethods, {
    params: { app_id: appId },
  });
  const [isAdding, setAdding] = useState(false);
  const add = (
    <Button
      look="primary"
      onClick={() => setAdding(true)}
      icon={<Plus aria-hidden className="size-4" />}
    >
      {t("apps.addAccount")}
    </Button>
  );
  return (
    <>
      <Section
        title={t("apps.paymentMethods")}
        lead={t("apps.theAccountsThatCustomers")}
        actions={list.items.length > 0 && add}
        more={list.items.length > 0 ? [exportMethods] : []}
        flush
      >
        {list.isPending ? (
          <Skeleton />
        ) : list.error && list.items.length === 0 ? (
          <ProblemPanel error={list.error} retry={() => void list.refetch()} />
        ) : list.items.length === 0 ? (
          <Empty icon={Landmark} title={t("apps.whereDoCustomersPay")} action={add}>
            {t("apps.addYourTelebirrNumber")}
          </Empty>
        ) : (
          <ul className="divide-y divide-line border-t border-line">
            {list.items.map((method, place) => (
              <MethodRow key={method.id} method={method} place={place} all={list.items} />
            ))}
          </ul>
        )}
      </Section>
      {isAdding && <MethodDialog appId={appId} onClose={() => setAdding(false)} />}
    </>
  );
}
