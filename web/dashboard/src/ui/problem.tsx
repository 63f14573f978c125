import { RotateCw } from "lucide-react";
import { useEffect, useRef } from "react";
import { ApiProblem } from "../../../../clients/typescript/src/problem.ts";
import { humanize } from "../format.ts";
import { problemText } from "../problem-text.ts";
import { language, t } from "../texts/t.ts";
import { Text } from "../texts/text.tsx";
import { Button } from "./button.tsx";
import { Copyable } from "./copy.tsx";
import { sentenceOf } from "./field.tsx";
import { Notice } from "./notice.tsx";

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
  if (error === null) return null;
  const lines = linesOf(error, shown, conflict);
  const wait = error instanceof ApiProblem ? error.retryAfterSeconds : null;
  return (
    <div ref={place} role="alert" className={lines.length > 0 ? "mt-4" : ""}>
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

/** The API's own words in English; in other languages those for its code. */
export function errorText(error: Error, conflict?: string): string {
  if (!(error instanceof ApiProblem)) return error.message;
  if (language() === "en" && error.status > 0) return error.message;
  return (error.code === "conflict" ? conflict : undefined) ?? problemText(error.code);
}

/** The detail of an `invalid_request` repeats what its fields say. */
function linesOf(error: Error, shown: readonly string[], conflict?: string): readonly string[] {
  if (!(error instanceof ApiProblem) || error.errors.length === 0) {
    return [errorText(error, conflict)];
  }
  return error.errors
    .filter(({ path }) => !shown.includes(path))
    .map(({ path, message }) => `${humanize(path)}: ${sentenceOf(message)}`);
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
