import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { Compass } from "lucide-react";
import { ButtonLink } from "../ui/button.tsx";
import { Empty } from "../ui/empty.tsx";
import { ProblemPanel } from "../ui/problem.tsx";

export function NotFound() {
  return (
    <main className="mx-auto max-w-xl px-4 py-20">
      <h1 className="sr-only">Page not found</h1>
      <div className="card">
        <Empty
          icon={Compass}
          title="There is no such page"
          action={
            <ButtonLink look="primary" to="/">
              Go to the overview
            </ButtonLink>
          }
        >
          The address may have been mistyped, or what stood here is gone.
        </Empty>
      </div>
    </main>
  );
}

/** A view that could not even begin, e.g. because the service cannot be reached. */
export function RouteProblem({ error }: ErrorComponentProps) {
  const router = useRouter();
  const shown = error instanceof Error ? error : new Error("Something went wrong.");
  return (
    <main className="mx-auto max-w-xl px-4 py-20">
      <ProblemPanel error={shown} retry={() => void router.invalidate()} />
    </main>
  );
}
