import { Link } from "@tanstack/react-router";
import { AppName } from "../../data/apps.tsx";
import { providerName } from "../../data/providers.ts";
import { useEndpoints } from "../../data/webhooks.ts";
import { formatMoney, shorten } from "../../format.ts";
import { language, t } from "../../texts/t.ts";
import { CopyButton } from "../../ui/copy.tsx";
import { Time } from "../../ui/time.tsx";
import type { IssueItem } from "./issue.ts";
import { hasWords } from "./issue-words.ts";

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
            {order && <span className="break-words"> · {order}</span>}
          </p>
        )}
        {object.detail && (language() === "en" || !hasWords(kind)) && (
          <p lang="en" className="break-words text-soft">
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
  if (id.startsWith("co_")) {
    return (
      <Link to="/checkouts/$checkoutId" params={{ checkoutId: id }} className="link">
        {t("errors.checkout", { value: shown })}
      </Link>
    );
  }
  if (id.startsWith("whk_")) return <EndpointLink id={id} />;
  // An error does not name the endpoint of its delivery, so the log is searched.
  if (id.startsWith("dlv_")) {
    return (
      <Link
        to="/webhook-logs"
        search={{ search: id, ...(app_id !== null && { app: app_id }) }}
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
