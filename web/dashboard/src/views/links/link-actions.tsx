import { links } from "virtual:endpoints";
import { useState } from "react";
import { useAction } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Menu, moreActions } from "../../ui/menu.tsx";
import { toast } from "../../ui/toast.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import type { PaymentLink } from "./payment-link.ts";

export function LinkActions({
  link,
  onShare,
}: {
  readonly link: PaymentLink;
  readonly onShare: () => void;
}) {
  const [open, setOpen] = useState<"edit" | "delete" | null>(null);
  const params = { id: link.id };
  const update = useAction(links.updateReusableLink, undefined, { toastsProblem: true });
  const remove = useAction(links.deleteReusableLink, () => toast(t("links.linkDeleted")));
  return (
    <span className="flex items-center justify-end gap-2 narrow:flex-wrap narrow:justify-start">
      <Button size="sm" onClick={onShare}>
        {t("links.share")}
      </Button>
      <Menu
        label={moreActions()}
        items={[
          {
            label: link.active ? t("links.turnOff") : t("links.turnOn"),
            onChoose: () => update.mutate({ params, body: { active: !link.active } }),
          },
          { label: t("apps.edit"), onChoose: () => setOpen("edit") },
          { label: t("links.delete"), tone: "danger", onChoose: () => setOpen("delete") },
        ]}
      />
      {open === "edit" && <LinkDialog link={link} onClose={() => setOpen(null)} />}
      {open === "delete" && (
        <Confirm
          title={t("links.deleteThisLink")}
          action={t("links.delete")}
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate({ params })}
          onClose={() => setOpen(null)}
        >
          <p>{t("links.customersCanNoLonger")}</p>
        </Confirm>
      )}
    </span>
  );
}
