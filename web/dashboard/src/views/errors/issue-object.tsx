import { Link } from "@tanstack/react-router";
import { AppName } from "../../data/apps.tsx";
import { providerName } from "../../data/providers.ts";
import { shorten } from "../../format.ts";
import { CopyButton } from "../../ui/copy.tsx";
import { Time } from "../../ui/time.tsx";
import type { IssueItem } from "./issue.ts";

/** One object in trouble, with the way to where it can be mended. */
export function IssueObject({
  object,
  kind,
}: {
  readonly object: IssueItem;
  readonly kind: string;
}) {
  const isId = object.id.includes("_") && kind !== "provider_outage";
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-5 py-3 sm:px-6">
      <div className="min-w-0">
        <span className="inline-flex items-center gap-1 font-medium">
          <ObjectLink object={object} />
          {isId && <CopyButton value={object.id} label="id" />}
        </span>
        {object.detail && <p className="break-words text-soft">{object.detail}</p>}
      </div>
      <p className="text-[13px] text-soft">
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

function ObjectLink({ object: { id, app_id } }: { readonly object: IssueItem }) {
  const shown = shorten(id);
  if (id.startsWith("co_")) {
    return (
      <Link to="/checkouts/$checkoutId" params={{ checkoutId: id }} className="link">
        Checkout {shown}
      </Link>
    );
  }
  if (id.startsWith("whk_")) {
    return (
      <Link to="/webhooks/$endpointId" params={{ endpointId: id }} className="link">
        Endpoint {shown}
      </Link>
    );
  }
  // A delivery is addressed by its endpoint, which an error does not name: the log of its app does.
  if (id.startsWith("dlv_")) {
    return (
      <Link
        to="/webhook-logs"
        search={{ status: "failed", ...(app_id !== null && { app: app_id }) }}
        className="link"
      >
        Delivery {shown}
      </Link>
    );
  }
  if (id.startsWith("pm_") && app_id !== null) {
    return (
      <Link to="/apps/$appId" params={{ appId: String(app_id) }} className="link">
        Payment method {shown}
      </Link>
    );
  }
  return <>{providerName(id)}</>;
}
