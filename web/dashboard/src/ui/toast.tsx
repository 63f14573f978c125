import { Check } from "lucide-react";
import { useSyncExternalStore } from "react";

let message: { readonly id: number; readonly text: string } | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function show(next: typeof message): void {
  message = next;
  for (const listener of listeners) listener();
}

/** Says for a few seconds that something was done; what went wrong stays where it happened. */
export function toast(text: string): void {
  clearTimeout(timer);
  show({ id: Date.now(), text });
  timer = setTimeout(() => show(null), 4000);
}

/** Stands once on the page; shown above dialogs too, whence the popover. */
export function Toaster() {
  const current = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => message,
  );
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-6 z-50 flex justify-center px-4"
    >
      {current && (
        <p
          key={current.id}
          className="flex items-center gap-2 rounded-full bg-ink px-4 py-2 font-medium text-canvas shadow-pop"
        >
          <Check aria-hidden className="size-4" />
          {current.text}
        </p>
      )}
    </div>
  );
}
