import { Check, TriangleAlert } from "lucide-react";
import { useSyncExternalStore } from "react";
import { createPortal } from "react-dom";

let message: { readonly id: number; readonly text: string; readonly isProblem: boolean } | null =
  null;
let dialogs: readonly HTMLDialogElement[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(next: typeof message): void {
  message = next;
  tell();
}

/**
 * Shows toasts inside a modal dialog, the newest first: what is outside of it lies beneath, and is not read out.
 *
 * @returns ends that
 */
export function showToastsIn(dialog: HTMLDialogElement): () => void {
  dialogs = [...dialogs, dialog];
  tell();
  return () => {
    dialogs = dialogs.filter((one) => one !== dialog);
    tell();
  };
}

/**
 * Shows for a few seconds that something was done. `problem` is for actions of a menu, which have no place
 * of their own for a message.
 */
export function toast(text: string, kind: "done" | "problem" = "done"): void {
  clearTimeout(timer);
  show({ id: Date.now(), text, isProblem: kind === "problem" });
  timer = setTimeout(() => show(null), kind === "problem" ? 8000 : 4000);
}

/** Renders the current toast. The page has one. */
export function Toaster() {
  const current = useSyncExternalStore(subscribe, () => message);
  const dialog = useSyncExternalStore(subscribe, () => dialogs.at(-1));
  const place = (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-6 z-50 flex justify-center px-4"
    >
      {current && (
        <p
          key={current.id}
          className="flex items-center gap-2 rounded-3xl bg-ink px-4 py-2 font-medium text-canvas shadow-pop"
        >
          {current.isProblem ? (
            <TriangleAlert aria-hidden className="size-4 shrink-0" />
          ) : (
            <Check aria-hidden className="size-4 shrink-0" />
          )}
          {current.text}
        </p>
      )}
    </div>
  );
  return dialog ? createPortal(place, dialog) : place;
}
