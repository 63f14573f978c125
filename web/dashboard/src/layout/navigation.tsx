import { Link } from "@tanstack/react-router";
import { useInReview } from "../data/checkouts.ts";
import { useErrorCount } from "../data/errors.ts";
import { t } from "../texts/t.ts";
import { PLACES } from "./places.ts";

/** Counts of what needs the user, by the view that shows it. */
const COUNTS = { "/checkouts": useInReview, "/errors": useErrorCount } as const;

function Count({ of }: { readonly of: keyof typeof COUNTS }) {
  const waiting = COUNTS[of]();
  if (waiting === undefined || waiting.count === 0) return null;
  return (
    <span className="rounded-full bg-warn-soft px-2 text-xs leading-5 text-warn tabular-nums">
      {waiting.shown}
      <span className="sr-only">
        {" "}
        {t(of === "/errors" ? "layout.problems" : "layout.inReview", { count: waiting.count })}
      </span>
    </span>
  );
}

export function Navigation({ onGo }: { readonly onGo?: () => void }) {
  return (
    <nav aria-label={t("layout.main")} className="flex flex-col gap-3 max-lg:gap-5">
      {PLACES.map(({ title, links }) => (
        <div key={title}>
          <p className="mb-1 px-3 text-xs font-medium text-soft">{title}</p>
          <ul>
            {links.map(({ to, label, icon: Icon }) => (
              <li key={to}>
                <Link
                  to={to}
                  {...(onGo && { onClick: onGo })}
                  activeOptions={{ exact: to === "/", includeSearch: false }}
                  className="flex min-h-8 items-center gap-3 rounded-lg px-3 narrow:gap-2 narrow:px-2 font-medium text-soft hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent py-1 max-lg:min-h-11"
                >
                  <Icon aria-hidden className="size-[18px] shrink-0" />
                  <span className="min-w-0 flex-1">{label}</span>
                  {to in COUNTS && <Count of={to as keyof typeof COUNTS} />}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
