import { insight } from "virtual:endpoints";
import { Link } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { csvOfObjects } from "../../../../../lib/contract/csv.ts";
import { AppName, providerName } from "../../data/apps.tsx";
import { useSaveCsv } from "../../data/export.ts";
import { useEndpoints } from "../../data/webhooks.ts";
import { formatMoney, shorten } from "../../format.ts";
import { IN_LIVE_MODE } from "../../layout/mode.tsx";
import { useMay } from "../../may.ts";
import { useApiList } from "../../query.ts";
import { formatCount, language, t } from "../../texts/t.ts";
import { Text } from "../../texts/text.tsx";
import { Badge } from "../../ui/badge.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { Page } from "../../ui/page.tsx";
import { Empty, ProblemPanel, Skeleton } from "../../ui/problem.tsx";
import { Time } from "../../ui/time.tsx";
import { hasWords, type IssueGroup, type IssueItem, issueWords } from "./issue-words.ts";

/** One object of an issue, with a link to where it can be fixed. */
export function IssueObject({
  object,
  kind,
}: {
  readonly object: IssueItem;
  readonly kind: string;
}) {
  const isId = object.id.includes("_") && kind !== "provider_outage";
  const order = object.checkout?.client_reference ?? object.checkout?.description;
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-gutter py-3 sm:px-6">
      <div className="min-w-0">
        <span className="inline-flex items-center gap-1 font-medium">
          <ObjectLink object={object} />
          {isId && <CopyButton value={object.id} label={t("account.id")} />}
        </span>
        {object.checkout && (
          <p>
            <span className="font-semibold tabular-nums">
              {formatMoney(object.checkout.amount, object.checkout.currency)}
            </span>
            {order && <span className="wrap-anywhere"> · {order}</span>}
          </p>
        )}
        {object.detail && (language() === "en" || !hasWords(kind)) && (
          <p lang="en" className="text-soft wrap-anywhere">
            {object.detail}
          </p>
        )}
      </div>
      <p className="text-note text-soft">
        {object.app_id !== null && (
          <>
            <AppName id={object.app_id} /> ·{" "}
          </>
        )}
        <Time at={object.at} />
      </p>
    </li>
  );
}

/** An endpoint by its URL, once that is known. */
function EndpointLink({ id }: { readonly id: string }) {
  const url = useEndpoints().find((endpoint) => endpoint.id === id)?.url;
  return (
    <Link to="/webhooks/$endpointId" params={{ endpointId: id }} className="link wrap-anywhere">
      {url ?? t("errors.endpoint", { value: shorten(id) })}
    </Link>
  );
}

function ObjectLink({ object: { id, app_id } }: { readonly object: IssueItem }) {
  const shown = shorten(id);
  const mayDevelop = useMay("developers");
  if (id.startsWith("co_")) {
    return (
      <Link to="/checkouts/$checkoutId" params={{ checkoutId: id }} className="link">
        {t("errors.checkout", { value: shown })}
      </Link>
    );
  }
  if (!mayDevelop && /^(whk|dlv)_/.test(id)) {
    return (
      <>{t(id.startsWith("whk_") ? "errors.endpoint" : "errors.delivery", { value: shown })}</>
    );
  }
  if (id.startsWith("whk_")) return <EndpointLink id={id} />;
  // An error does not name the endpoint of its delivery, so the log is searched: that of live mode, whose deliveries alone are here.
  if (id.startsWith("dlv_")) {
    return (
      <Link
        to="/webhook-logs"
        search={{ ...IN_LIVE_MODE, search: id, ...(app_id !== null && { app: app_id }) }}
        className="link"
      >
        {t("errors.delivery", { value: shown })}
      </Link>
    );
  }
  if (id.startsWith("pm_") && app_id !== null) {
    return (
      <Link to="/apps/$appId" params={{ appId: String(app_id) }} className="link">
        {t("errors.paymentMethod", { value: shown })}
      </Link>
    );
  }
  return <>{providerName(id)}</>;
}

/** Problems that need the user, and what to do about them. */
export function ErrorsView() {
  const list = useApiList(insight.listErrors, {}, { refetchEveryMs: 15_000 });
  const exportErrors = useSaveCsv("errors", {}, async () => ({
    // A kind lists at most 20 objects; its count shows how many there are.
    csv: csvOfObjects(
      list.items.flatMap(({ kind, count, objects }) =>
        objects.map((object) => ({ kind, count_of_kind: count, ...object })),
      ),
    ),
    nextCursor: null,
  }));
  return (
    <Page title={t("layout.errors")} lead={t("errors.problemsThatNeedYour")} more={[exportErrors]}>
      {list.isPending ? (
        <div className="card">
          <Skeleton lines={6} />
        </div>
      ) : list.error && list.items.length === 0 ? (
        <ProblemPanel error={list.error} retry={() => void list.refetch()} />
      ) : list.items.length === 0 ? (
        <div className="card">
          <Empty icon={CircleCheck} title={t("errors.noProblems")}>
            <Text
              id="errors.failedWebhooksDisabledEndpoints"
              values={{
                link: (
                  <Link to="/checkouts" search={{ status: "review" }} className="link">
                    {t("errors.checkoutsInReview")}
                  </Link>
                ),
              }}
            />
          </Empty>
        </div>
      ) : (
        list.items.map((group) => <Group key={group.kind} group={group} />)
      )}
    </Page>
  );
}

function Group({ group }: { readonly group: IssueGroup }) {
  const more = group.count - group.objects.length;
  const { title, advice } = issueWords(group);
  return (
    <section className="card mb-6 overflow-hidden">
      <header className="px-gutter pt-5 pb-4 sm:px-6">
        <h2 className="flex flex-wrap items-center gap-2 text-base font-semibold">
          {title} <Badge tone="bad">{formatCount(group.count)}</Badge>
        </h2>
        <p className="mt-1">
          <span className="font-medium">{t("errors.whatToDo")}</span> {advice}
        </p>
        <p className="mt-1 text-note text-soft">
          <Text
            id="errors.firstLast"
            values={{ time: <Time at={group.first_at} />, time2: <Time at={group.last_at} /> }}
          />
        </p>
      </header>
      <ul className="divide-y divide-line border-t border-line">
        {group.objects.map((object) => (
          <IssueObject key={object.id} object={object} kind={group.kind} />
        ))}
      </ul>
      {more > 0 && (
        <p className="border-t border-line px-gutter py-3 text-soft sm:px-6">
          {t("errors.andMore", { more: formatCount(more) })}
        </p>
      )}
    </section>
  );
}
