import {
  CircleAlert,
  CircleCheck,
  Info,
  type LucideIcon,
  RotateCw,
  Store,
  TriangleAlert,
} from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { ApiProblem } from "../../../../clients/typescript/src/problem.ts";
import { humanize } from "../format.ts";
import { problemText } from "../problem-text.ts";
import { language, t } from "../texts/t.ts";
import { Text } from "../texts/text.tsx";
import { Button, ButtonLink } from "./button.tsx";
import { Copyable } from "./copy.tsx";
import { sentenceOf } from "./field.tsx";

const KINDS = {
  info: { look: "bg-info-soft text-info", Icon: Info },
  good: { look: "bg-good-soft text-good", Icon: CircleCheck },
  warn: { look: "bg-warn-soft text-warn", Icon: TriangleAlert },
  bad: { look: "bg-bad-soft text-bad", Icon: CircleAlert },
} as const;

/** A message that matters for what the user does next. */
export function Notice({
  kind = "info",
  children,
}: {
  readonly kind?: keyof typeof KINDS;
  readonly children: ReactNode;
}) {
  const { look, Icon } = KINDS[kind];
  return (
    <div
      className={`flex narrow:flex-col gap-x-3 gap-y-1 rounded-lg px-[min(1rem,4vw)] py-3 ${look}`}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}

/** Shows why a view failed to load, with a button to try again. */
export function ProblemPanel({
  error,
  retry,
  what,
}: {
  readonly error: Error;
  readonly retry?: () => void;
  /** What the address names, e.g. `checkout`. If it does not exist, no other try is offered. */
  readonly what?: string;
}) {
  // A malformed id answers 400, an unknown one 404.
  const isMissing = error instanceof ApiProblem && [400, 404].includes(error.status);
  if (what !== undefined && isMissing) {
    return (
      <div role="alert" className="card px-gutter sm:px-6 py-10 text-center">
        <p className="text-base font-semibold">{t("ui.thereIsNothingHere")}</p>
        <p className="mx-auto mt-1 max-w-md text-soft">{t("layout.checkTheAddressOr")}</p>
      </div>
    );
  }
  return (
    <div role="alert" className="card px-gutter sm:px-6 py-10 text-center">
      <p className="text-base font-semibold">{t("ui.couldNotLoadThis")}</p>
      <p className="mx-auto mt-1 max-w-md text-soft">{errorText(error)}</p>
      <RequestId error={error} />
      {retry && (
        <Button className="mt-5" onClick={retry} icon={<RotateCw aria-hidden className="size-4" />}>
          {t("ui.tryAgain")}
        </Button>
      )}
    </div>
  );
}

/**
 * Shows the problem of a form, without the fields in `shown`, which show their own. If those say it all,
 * the first of them gets the focus, because it may be out of sight.
 */
export function ProblemNotice({
  error,
  shown = [],
  conflict,
}: {
  readonly error: Error | null;
  readonly shown?: readonly string[];
  /** What `conflict` means for this form, in place of the general text for that code. */
  readonly conflict?: string;
}) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const form = error && place.current?.closest("form");
    form?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [error]);
  // The dialog that asks for a sign-in says that the session has ended, and after it, that is no longer so.
  if (error === null || (error instanceof ApiProblem && error.status === 401)) return null;
  const lines = linesOf(error, shown, conflict);
  const wait = error instanceof ApiProblem ? error.retryAfterSeconds : null;
  return (
    <div ref={place} role="alert" className={lines.length > 0 ? "my-4" : ""}>
      {lines.length > 0 && (
        <Notice kind="bad">
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
          {wait !== null && <p>{t("ui.tryAgainInS", { wait })}</p>}
          {isOurFault(error) && <RequestId error={error} />}
        </Notice>
      )}
    </div>
  );
}

/** What people do not know: a header of the request, or that a response is not from this API. */
const FOR_DEVELOPERS = new Set<string>(["unexpected", "idempotency_in_progress"]);

/** The API's own words in English; in other languages, and for those that only developers understand, those for its code. */
export function errorText(error: Error, conflict?: string): string {
  if (!(error instanceof ApiProblem)) return error.message;
  const isOwn = error.status > 0 && !FOR_DEVELOPERS.has(error.code);
  if (isOwn && language() === "en") return error.message;
  return (error.code === "conflict" ? conflict : undefined) ?? problemText(error);
}

/** The detail of an `invalid_request` repeats what its fields say. */
function linesOf(error: Error, shown: readonly string[], conflict?: string): readonly string[] {
  if (!(error instanceof ApiProblem) || error.errors.length === 0) {
    return [errorText(error, conflict)];
  }
  return error.errors.filter(({ path }) => !shown.includes(path)).map(lineOf);
}

/** The service's own words go on from the field's name: `Code is wrong or has expired.` */
function lineOf({ path, message }: ApiProblem["errors"][number]): string {
  const [name, said] = [humanize(path), sentenceOf(message)];
  const goesOn = language() === "en" && /^[a-z]/.test(message);
  return goesOn ? `${name} ${said.charAt(0).toLowerCase()}${said.slice(1)}` : `${name}: ${said}`;
}

/** Whether the service failed, not the request. Only then the request id is shown. */
function isOurFault(error: Error): boolean {
  return !(error instanceof ApiProblem) || error.status >= 500;
}

function RequestId({ error }: { readonly error: Error }) {
  const id = error instanceof ApiProblem ? error.requestId : null;
  if (id === null) return null;
  return (
    <p className="mt-1 text-xs">
      <Text
        id="ui.request"
        values={{ copyable: <Copyable value={id} label={t("ui.requestId")} /> }}
      />
    </p>
  );
}

/** Shown in place of an empty list: what the list is for, and the next step. */
export function Empty({
  icon: Icon,
  title,
  children,
  action,
}: {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center px-gutter sm:px-6 py-14 text-center">
      <span className="grid size-11 place-items-center rounded-full bg-accent-soft text-accent">
        <Icon aria-hidden className="size-5" />
      </span>
      <p className="mt-4 text-base font-semibold">{title}</p>
      {children && <p className="mt-1 max-w-md text-soft">{children}</p>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}

/** Shown in place of what needs an app, to a user who has none yet. */
export function NoApp() {
  return (
    <Empty
      icon={Store}
      title={t("checkouts.createYourFirstApp")}
      action={
        <ButtonLink look="primary" to="/apps">
          {t("apps.newApp")}
        </ButtonLink>
      }
    >
      {t("checkouts.anAppHoldsThe")}
    </Empty>
  );
}

/** Gray lines in place of content that is loading. */
export function Skeleton({ lines = 4 }: { readonly lines?: number }) {
  return (
    <div aria-busy="true" className="space-y-3 p-gutter sm:p-6">
      <span className="sr-only">{t("ui.loading")}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={line} className="h-5 motion-safe:animate-pulse rounded bg-hover" />
      ))}
    </div>
  );
}
