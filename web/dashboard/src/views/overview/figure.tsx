import { Link, type LinkProps } from "@tanstack/react-router";

/** Characters of a value that would wrap on a phone. */
const LONG_VALUE = 13;

/** A card with one number. */
export function Figure({
  name,
  value,
  note,
  to,
  link,
}: {
  readonly name: string;
  /** Undefined while it loads. */
  readonly value: string | undefined;
  readonly note?: string | undefined;
  readonly to?: LinkProps;
  readonly link?: string;
}) {
  return (
    <div className="card p-4 sm:p-5">
      <p className="text-note text-soft">{name}</p>
      {value === undefined ? (
        <div className="mt-2 h-7 w-24 rounded bg-hover motion-safe:animate-pulse" />
      ) : (
        <p
          className={`mt-1 leading-7 font-semibold tracking-tight break-words tabular-nums sm:leading-8 ${value.length > LONG_VALUE ? "text-base sm:text-xl" : "text-lg sm:text-2xl"}`}
        >
          {value}
        </p>
      )}
      {note && <p className="mt-1 text-note text-soft">{note}</p>}
      {to && (
        <Link {...to} className="link mt-1 inline-block text-note">
          {link}
        </Link>
      )}
    </div>
  );
}
