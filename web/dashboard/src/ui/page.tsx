import { Link, type LinkProps } from "@tanstack/react-router";
import { ChevronLeft } from "lucide-react";
import { type ReactNode, useEffect } from "react";

/** Heading of a view: where one is, the way back, and what can be done here. */
export function Page({
  title,
  lead,
  back,
  badge,
  actions,
  children,
}: {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly back?: LinkProps & { readonly label: string };
  readonly badge?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Checkout Verification`;
  }, [title]);
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-6 sm:px-8 sm:py-8">
      {back && <BackLink {...back} />}
      <div className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="text-2xl leading-8 font-semibold tracking-tight break-words">{title}</h1>
            {badge}
          </div>
          {lead && <div className="mt-1 max-w-2xl text-soft wrap-anywhere">{lead}</div>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </div>
  );
}

function BackLink({ label, ...to }: LinkProps & { readonly label: string }) {
  return (
    <Link
      {...to}
      className="mb-3 -ml-1 inline-flex items-center gap-1 rounded px-1 text-soft hover:text-ink"
    >
      <ChevronLeft aria-hidden className="size-4" />
      {label}
    </Link>
  );
}

/** A titled card. */
export function Section({
  title,
  lead,
  actions,
  children,
  flush = false,
}: {
  readonly title?: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** For tables and lists, which reach the card's edges. */
  readonly flush?: boolean;
}) {
  return (
    <section className="card mb-6 overflow-hidden">
      {title && (
        <header className="flex flex-wrap items-start justify-between gap-3 px-5 pt-5 pb-4 sm:px-6">
          <div className="min-w-0">
            <h2 className="text-base font-semibold">{title}</h2>
            {lead && <p className="mt-0.5 max-w-2xl text-soft">{lead}</p>}
          </div>
          {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
        </header>
      )}
      <div className={flush ? "" : `px-5 pb-5 sm:px-6 sm:pb-6 ${title ? "" : "pt-5 sm:pt-6"}`}>
        {children}
      </div>
    </section>
  );
}
