import { links } from "virtual:endpoints";
import { Link2, Plus } from "lucide-react";
import { useState } from "react";
import { AppName, useApps } from "../../data/apps.tsx";
import { useExport } from "../../data/export.ts";
import { formatCount, formatMoney } from "../../format.ts";
import { useApiList } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Empty } from "../../ui/empty.tsx";
import { NoApp } from "../../ui/no-app.tsx";
import { Page } from "../../ui/page.tsx";
import { SharePanel } from "../../ui/share-panel.tsx";
import { type Column, ListTable } from "../../ui/table.tsx";
import { LinkActions } from "./link-actions.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import type { PaymentLink } from "./payment-link.ts";

/** Reusable payment links: create, share, turn on and off. */
export function LinksView() {
  const list = useApiList(links.listReusableLinks, {});
  const { hasNone } = useApps();
  const [open, setOpen] = useState<"new" | PaymentLink | null>(null);
  const create = (
    <Button
      look="primary"
      onClick={() => setOpen("new")}
      icon={<Plus aria-hidden className="size-4" />}
    >
      {t("links.newLink")}
    </Button>
  );
  const columns: readonly Column<PaymentLink>[] = [
    { header: t("checkouts.description"), cell: (link) => <LinkCell link={link} /> },
    {
      header: t("checkouts.status"),
      cell: ({ active }) => (
        <Badge tone={active ? "good" : "plain"}>{active ? t("links.on") : t("links.off")}</Badge>
      ),
    },
    {
      header: t("links.payments"),
      align: "right",
      from: "sm",
      cell: ({ verified_count, checkouts_count }) => (
        <span className="tabular-nums">
          {t("links.ofOpened", {
            verified: formatCount(verified_count),
            count: checkouts_count,
          })}
        </span>
      ),
    },
    {
      header: t("account.actions"),
      align: "right",
      cell: (link) => <LinkActions link={link} onShare={() => setOpen(link)} />,
    },
  ];
  return (
    <Page
      title={t("links.paymentLinks")}
      lead={t("links.reusableLinksEachCustomer")}
      actions={hasNone ? undefined : create}
      more={[useExport("payment-links", links.listReusableLinks, {})]}
    >
      {/* Not cut off at its edges, because of the menus; so the head is, at its corners. */}
      <div className="card [&_thead]:[clip-path:inset(0_round_15px_15px_0_0)]">
        <ListTable
          label={t("links.paymentLinks")}
          list={list}
          columns={columns}
          keyOf={({ id }) => id}
          empty={
            hasNone ? (
              <NoApp />
            ) : (
              <Empty icon={Link2} title={t("links.noLinksYet")} action={create}>
                {t("links.putItOnA")}
              </Empty>
            )
          }
        />
      </div>
      {open === "new" && <LinkDialog onClose={() => setOpen(null)} onSaved={setOpen} />}
      {open !== null && open !== "new" && (
        <Dialog title={t("links.shareThisLink")} onClose={() => setOpen(null)}>
          <SharePanel url={open.url} cardUrl={open.card_url} />
        </Dialog>
      )}
    </Page>
  );
}

function LinkCell({ link }: { readonly link: PaymentLink }) {
  return (
    <span className="block max-w-72">
      <span className="line-clamp-2 font-medium wrap-anywhere">{link.description ?? link.url}</span>
      <span className="block text-note text-soft">
        {link.amount === null
          ? t("links.customerEntersIt")
          : formatMoney(link.amount, link.currency)}{" "}
        · <AppName id={link.app_id} />
        {!link.livemode && <> · {t("layout.test")}</>}
      </span>
    </span>
  );
}
