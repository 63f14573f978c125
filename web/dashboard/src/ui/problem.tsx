import { RotateCw } from "lucide-react";
import { useEffect, useRef } from "react";
import { ApiProblem } from "../../../../lib/contract/client-problem.ts";
import { humanise } from "../format.ts";
import { Button } from "./button.tsx";
import { Copyable } from "./copy.tsx";
import { sentenceOf } from "./field.tsx";
import { Notice } from "./notice.tsx";

/** A view that could not be read: what is known of it, and another try. */
export function ProblemPanel({
  error,
  retry,
  what,
}: {
  readonly error: Error;
  readonly retry?: () => void;
  /** What an address names, e.g. `checkout`: one that is not there will not be at another try either. */
  readonly what?: string;
}) {
  // A name that cannot be one is refused as such.
  const isMissing = error instanceof ApiProblem && [400, 404].includes(error.status);
  if (what !== undefined && isMissing) {
    return (
      <div role="alert" className="card px-6 py-10 text-center">
        <p className="text-base font-semibold">There is no such {what}</p>
        <p className="mx-auto mt-1 max-w-md text-soft">
          The address may have been mistyped, or what stood here is gone.
        </p>
      </div>
    );
  }
  return (
    <div role="alert" className="card px-6 py-10 text-center">
      <p className="text-base font-semibold">This could not be loaded</p>
      <p className="mx-auto mt-1 max-w-md text-soft">{error.message}</p>
      <RequestId error={error} />
      {retry && (
        <Button className="mt-5" onClick={retry} icon={<RotateCw aria-hidden className="size-4" />}>
          Try again
        </Button>
      )}
    </div>
  );
}

/**
 * Under a form: what was refused, without what the fields named by `shown` say themselves. Where they
 * say it all, the first of them gets the focus, which may be far up.
 */
export function ProblemNotice({
  error,
  shown = [],
}: {
  readonly error: Error | null;
  readonly shown?: readonly string[];
}) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const form = error && place.current?.closest("form");
    form?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [error]);
  if (error === null) return null;
  const lines = linesOf(error, shown);
  const wait = error instanceof ApiProblem ? error.retryAfterSeconds : null;
  return (
    <div ref={place} role="alert" className={lines.length > 0 ? "mt-4" : ""}>
      {lines.length > 0 && (
        <Notice kind="bad">
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
          {wait !== null && <p>Try again in {wait} s.</p>}
          {isOurFault(error) && <RequestId error={error} />}
        </Notice>
      )}
    </div>
  );
}

/** The detail of a refused input only says again what its fields say. */
function linesOf(error: Error, shown: readonly string[]): readonly string[] {
  if (!(error instanceof ApiProblem) || error.errors.length === 0) return [error.message];
  return error.errors
    .filter(({ path }) => !shown.includes(path))
    .map(({ path, message }) => `${humanise(path)}: ${sentenceOf(message)}`);
}

/** Only then is a request worth telling the operator of. */
function isOurFault(error: Error): boolean {
  return !(error instanceof ApiProblem) || error.status >= 500;
}

function RequestId({ error }: { readonly error: Error }) {
  const id = error instanceof ApiProblem ? error.requestId : null;
  if (id === null) return null;
  return (
    <p className="mt-1 text-xs">
      Request <Copyable value={id} label="request id" />
    </p>
  );
}
