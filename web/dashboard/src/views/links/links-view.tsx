import { links } from "virtual:endpoints";
import { Link2, Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { Answer } from "../../../../../lib/contract/client-types.ts";
import { typedAmount, typedExample } from "../../../../../lib/contract/typed-amount.ts";
import { useSave } from "../../changes.ts";
import { AppName, useApps } from "../../data/apps.tsx";
import { useExport } from "../../data/export.ts";
import { exponentOf, formatMoney } from "../../format.ts";
import { useLivemode } from "../../layout/mode.tsx";
import { useMay } from "../../may.ts";
import { useAction, useApiList } from "../../query.ts";
import { formatCount, t } from "../../texts/t.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Actions, Confirm, Dialog } from "../../ui/dialog.tsx";
import { fieldError, SelectField, TextField } from "../../ui/field.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Page } from "../../ui/page.tsx";
import { Empty, NoApp, ProblemNotice } from "../../ui/problem.tsx";
import { AppOptions } from "../../ui/search-field.tsx";
import { SharePanel } from "../../ui/share-panel.tsx";
import { type Column, ListTable } from "../../ui/table.tsx";
import { toast } from "../../ui/toast.tsx";

type PaymentLink = Answer<typeof links.listReusableLinks>["data"][number];

const CURRENCY = "ETB";

/** Creates a reusable link, or changes one. */
export function LinkDialog({
  link,
  onClose,
  onSaved,
}: {
  readonly link?: PaymentLink;
  readonly onClose: () => void;
  readonly onSaved?: (link: PaymentLink) => void;
}) {
  const currency = link?.currency ?? CURRENCY;
  const livemode = useLivemode();
  const { appOf } = useApps();
  const [app, setApp] = useState(link?.app_id);
  const [amount, setAmount] = useState(
    typeof link?.amount === "number" ? String(link.amount / 10 ** exponentOf(currency)) : "",
  );
  const [description, setDescription] = useState(link?.description ?? "");
  const [isTried, setTried] = useState(false);
  const done = (saved: PaymentLink, isShown: boolean) => {
    toast(t("links.linkSaved"));
    if (isShown) onSaved?.(saved);
  };
  const options = { closes: onClose, refreshesFirst: true };
  const create = useAction(links.createReusableLink, done, options);
  const update = useAction(links.updateReusableLink, done, options);
  const error = create.error ?? update.error;
  const minor = amount.trim() === "" ? null : typedAmount(amount, currency);
  const isWrong = amount.trim() !== "" && minor === null;
  const appId = appOf(app);
  const save = useSave(
    { amount: minor, description: description.trim() || null },
    (body) => update.mutate({ params: { id: link?.id ?? "" }, body }),
    onClose,
  );

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isWrong) return;
    const text = description.trim();
    if (link) {
      save();
    } else if (appId !== undefined) {
      create.mutate({
        body: {
          app_id: appId,
          livemode,
          amount: minor,
          currency,
          ...(text && { description: text }),
        },
      });
    }
  };
  return (
    <Dialog title={link ? t("links.editLink") : t("links.newReusableLink")} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <TextField
          label={t("checkouts.description")}
          optional
          value={description}
          maxLength={500}
          onChange={(event) => setDescription(event.target.value)}
          hint={t("checkouts.shownToTheCustomer")}
          error={fieldError(error, "description")}
        />
        <TextField
          label={t("checkouts.amountIn", { CURRENCY: currency })}
          optional
          inputMode="decimal"
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
          hint={t("links.leaveEmptyToLet")}
          error={
            isTried && isWrong
              ? t("checkouts.enterAnAmountSuch", { EXAMPLE: typedExample(currency) })
              : fieldError(error, "amount")
          }
        />
        {!link && <AppField appId={appId} onChange={setApp} />}
        <ProblemNotice error={error} shown={["amount", "description"]} />
        <Actions>
          <Button onClick={onClose}>{t("account.cancel")}</Button>
          <Button
            type="submit"
            look="primary"
            busy={create.isPending || update.isPending}
            disabled={!link && appId === undefined}
          >
            {link ? t("account.save") : t("checkouts.createLink")}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}

/** The app of a new link, where there is a choice. */
function AppField({
  appId,
  onChange,
}: {
  readonly appId: number | undefined;
  readonly onChange: (appId: number) => void;
}) {
  const { apps, problem } = useApps();
  if (apps.length < 2) return problem;
  return (
    <SelectField
      label={t("apps.app")}
      value={appId ?? ""}
      onChange={(event) => onChange(Number(event.target.value))}
    >
      <AppOptions apps={apps} />
    </SelectField>
  );
}

export function LinkActions({
  link,
  onShare,
}: {
  readonly link: PaymentLink;
  readonly onShare: () => void;
}) {
  const [open, setOpen] = useState<"edit" | "delete" | null>(null);
  const params = { id: link.id };
  const mayChange = useMay("checkouts.decide");
  const update = useAction(links.updateReusableLink, undefined, { toastsProblem: true });
  const remove = useAction(links.deleteReusableLink, () => toast(t("links.linkDeleted")));
  return (
    <span className="flex items-center justify-end gap-2 narrow:flex-wrap narrow:justify-start">
      <Button size="sm" onClick={onShare}>
        {t("links.share")}
      </Button>
      <Menu
        items={
          mayChange
            ? [
                {
                  label: link.active ? t("links.turnOff") : t("links.turnOn"),
                  onChoose: () => update.mutate({ params, body: { active: !link.active } }),
                },
                { label: t("apps.edit"), onChoose: () => setOpen("edit") },
                { label: t("links.delete"), tone: "danger", onChoose: () => setOpen("delete") },
              ]
            : []
        }
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

/** Reusable payment links: create, share, turn on and off. */
export function LinksView() {
  const list = useApiList(links.listReusableLinks, {});
  const { hasNone } = useApps();
  const [open, setOpen] = useState<"new" | PaymentLink | null>(null);
  const create = useMay("checkouts.write") && (
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
