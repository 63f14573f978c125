import { RotateCw } from "lucide-react";
import { ApiProblem } from "../../../../lib/contract/client-problem.ts";
import { Button } from "./button.tsx";
import { Copyable } from "./copy.tsx";
import { Notice } from "./notice.tsx";

/** A view that could not be read: what is known of it, and another try. */
export function ProblemPanel({
  error,
  retry,
}: {
  readonly error: Error;
  readonly retry?: () => void;
}) {
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

/** Under a form: what was refused. Fields say the rest themselves. */
export function ProblemNotice({ error }: { readonly error: Error | null }) {
  if (error === null) return null;
  const wait = error instanceof ApiProblem ? error.retryAfterSeconds : null;
  return (
    <div role="alert" className="mt-4">
      <Notice kind="bad">
        <p>
          {error.message}
          {wait !== null && ` Try again in ${wait} s.`}
        </p>
        {error instanceof ApiProblem &&
          error.errors.map(({ path, message }) => (
            <p key={path}>
              <code className="font-mono">{path}</code> {message}
            </p>
          ))}
        <RequestId error={error} />
      </Notice>
    </div>
  );
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
