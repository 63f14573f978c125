import { account } from "virtual:endpoints";
import { LockKeyhole } from "lucide-react";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";
import { ApiProblem } from "../../../../../clients/typescript/src/problem.ts";
import type { Answer, AnyEndpoint, InputOf } from "../../../../../lib/contract/client-types.ts";
import { queryClient, useAction } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Empty } from "../../ui/problem.tsx";
import { FreshProof } from "../account/fresh-proof.tsx";

interface Gate {
  /** The service asks for a second factor: what needs one is not read until the user gives it. */
  readonly isLocked: boolean;
  /** Asks for it, then calls `then`. */
  readonly ask: (then?: () => void) => void;
}

const GateContext = createContext<Gate>({ isLocked: true, ask: () => {} });

function isRefusal(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === "second_factor_required";
}

/** Asks for a second factor as soon as the service wants one, above the page, which keeps what was typed. */
export function ProofGate({ children }: { readonly children: ReactNode }) {
  const [isLocked, setLocked] = useState(false);
  const [asked, setAsked] = useState<{ readonly then: () => void } | null>(null);
  const ask = useCallback((then = () => {}) => {
    setLocked(true);
    setAsked((now) => now ?? { then });
  }, []);
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type !== "updated" || event.action.type !== "error") return;
        if (isRefusal(event.action.error)) ask();
      }),
    [ask],
  );
  return (
    <GateContext value={{ isLocked, ask }}>
      {children}
      {asked && (
        <ProofDialog
          onProven={() => {
            setLocked(false);
            setAsked(null);
            asked.then();
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </GateContext>
  );
}

function ProofDialog({
  onProven,
  onClose,
}: {
  readonly onProven: () => void;
  readonly onClose: () => void;
}) {
  const prove = useAction(account.proveSession, onProven);
  return (
    <Dialog title={t("console.confirmItIsYou")} onClose={onClose}>
      <p className="mb-4 text-soft">{t("console.confirmExplained")}</p>
      <FreshProof
        action={t("console.confirm")}
        busy={prove.isPending}
        error={prove.error}
        onProof={(body) => prove.mutate({ body })}
        onClose={onClose}
      />
    </Dialog>
  );
}

/** Whether reads that need a second factor wait for it. */
export function useIsLocked(): boolean {
  return useContext(GateContext).isLocked;
}

/** In place of what needs a second factor. */
export function Locked() {
  const { ask } = useContext(GateContext);
  return (
    <Empty
      icon={LockKeyhole}
      title={t("console.confirmItIsYou")}
      action={
        <Button look="primary" onClick={() => ask()}>
          {t("console.confirm")}
        </Button>
      }
    >
      {t("console.confirmExplained")}
    </Empty>
  );
}

/** As `useAction`, for a change of the console: where the service wants a second factor, it follows once that is given. */
export function useChange<E extends AnyEndpoint>(endpoint: E, onDone: (answer: Answer<E>) => void) {
  const { ask } = useContext(GateContext);
  const action = useAction(endpoint, onDone, { refreshesFirst: true });
  const send = (input: InputOf<E>): void =>
    action.mutate(input, {
      onError: (error) => {
        if (isRefusal(error)) ask(() => send(input));
      },
    });
  return {
    send,
    busy: action.isPending,
    error: isRefusal(action.error) ? null : action.error,
  };
}
