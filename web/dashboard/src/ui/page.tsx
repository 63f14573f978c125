import { Link, type LinkProps } from "@tanstack/react-router";
import { ChevronLeft } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { t } from "../texts/t.ts";
import { Menu, type MenuItem } from "./menu.tsx";
import { ProblemPanel } from "./problem.tsx";

/** A view: its heading, the way back, one main action with the others in a menu, and the content. */
export function Page({
  title,
  lead,
  back,
  badge,
  actions,
  more = [],
  children,
}: {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly back?: LinkProps & { readonly label: string };
  readonly badge?: ReactNode;
  /** The main action. */
  readonly actions?: ReactNode;
  /** The other actions, in a menu. */
  readonly more?: readonly MenuItem[];
  readonly children: ReactNode;
}) {
  useEffect(() => {
    document.title = t("ui.checkoutVerification", { title });
  }, [title]);
  return (
    <div className="mx-auto w-full max-w-6xl px-edge py-6 sm:px-8 sm:py-8">
      {back && <BackLink {...back} />}
      <div
        className={`mb-6 flex items-start justify-between gap-x-6 gap-y-3 ${actions ? "flex-wrap" : ""}`}
      >
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="text-2xl leading-8 font-semibold tracking-tight wrap-anywhere narrow:text-xl">
              {title}
            </h1>
            {badge}
          </div>
          {lead && <div className="mt-1 max-w-2xl text-soft wrap-anywhere">{lead}</div>}
        </div>
        {(actions || more.length > 0) && (
          <div className={`flex flex-wrap gap-2 ${actions ? "max-w-full min-w-0" : "shrink-0"}`}>
            {actions}
            <Menu items={more} />
          </div>
        )}
      </div>
      {children}
    </div>
  );
}

/** The way back to what a view belongs to. */
export function BackLink({ label, ...to }: LinkProps & { readonly label: string }) {
  return (
    <Link
      {...to}
      className="thumb mb-3 -ml-1 inline-flex items-center gap-1 rounded px-1 text-soft hover:text-ink"
    >
      <ChevronLeft aria-hidden className="size-4" />
      {label}
    </Link>
  );
}

/** Links to a view's parts, the first one to the view itself. Where the place is too narrow for a row, they are columns. */
export function Tabs({
  label,
  tabs,
}: {
  readonly label: string;
  readonly tabs: readonly (LinkProps & { readonly label: string })[];
}) {
  return (
    <nav aria-label={label} className="mb-6">
      <ul className="flex gap-x-6 border-b border-line @max-[26rem]:grid @max-[26rem]:grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] @max-[26rem]:gap-x-4 @max-[26rem]:border-b-0">
        {tabs.map(({ label, ...to }, index) => (
          <li key={label} className="@max-[26rem]:border-b @max-[26rem]:border-line">
            <Link
              {...to}
              activeOptions={{ exact: index === 0, includeSearch: false }}
              className="-mb-px block border-b-2 border-transparent py-2.5 pointer-coarse:py-3 font-medium text-soft hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A titled card. */
export function Section({
  title,
  lead,
  actions,
  more = [],
  children,
  flush = false,
}: {
  readonly title?: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly more?: readonly MenuItem[];
  readonly children: ReactNode;
  /** For tables and lists, which reach the card's edges. */
  readonly flush?: boolean;
}) {
  return (
    <section className={`card mb-6 ${more.length > 0 ? "" : "overflow-hidden"}`}>
      {title && (
        <header
          className={`flex items-start justify-between gap-3 px-gutter pt-5 pb-4 sm:px-6 ${actions ? "flex-wrap" : ""}`}
        >
          <div className="min-w-0">
            <h2 className="text-base font-semibold">{title}</h2>
            {lead && <p className="mt-0.5 max-w-2xl text-soft">{lead}</p>}
          </div>
          {(actions || more.length > 0) && (
            <div className={`flex flex-wrap gap-2 ${actions ? "max-w-full min-w-0" : "shrink-0"}`}>
              {actions}
              <Menu items={more} />
            </div>
          )}
        </header>
      )}
      <div className={flush ? "" : `px-gutter pb-5 sm:px-6 sm:pb-6 ${title ? "" : "pt-5 sm:pt-6"}`}>
        {children}
      </div>
    </section>
  );
}

/** In place of a section whose content could not be read. */
export function UnreadSection({
  title,
  error,
  refetch,
}: {
  readonly title: string;
  readonly error: Error;
  readonly refetch: () => Promise<unknown>;
}) {
  return (
    <Section title={title} flush>
      <ProblemPanel error={error} retry={() => void refetch()} />
    </Section>
  );
}

/** A list of names and values. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))] gap-x-8 gap-y-4">
      {children}
    </dl>
  );
}

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-note text-soft">{name}</dt>
      <dd className="mt-0.5 break-words">
        {children ?? <span className="text-soft">{t("ui.none")}</span>}
      </dd>
    </div>
  );
}
