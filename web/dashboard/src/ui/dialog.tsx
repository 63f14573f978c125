import { X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";

/**
 * A modal dialog by the platform's own element: it traps focus, closes on Escape, gives focus back and
 * makes the page behind it inert without a line of script of ours.
 */
export function Dialog({
  title,
  onClose,
  children,
  closable = true,
  wide = false,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** False: only a button inside closes it, e.g. while a secret is shown that never comes back. */
  readonly closable?: boolean;
  readonly wide?: boolean;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (closable) onClose();
      }}
      className={`m-auto max-h-[90dvh] w-[calc(100vw-2rem)] overflow-y-auto rounded-2xl border border-line bg-surface p-0 text-ink shadow-pop ${wide ? "max-w-2xl" : "max-w-lg"}`}
    >
      <header className="pt-5 pr-14 pl-6">
        <h2 id={titleId} className="text-lg font-semibold">
          {title}
        </h2>
      </header>
      <div className="px-6 pt-3 pb-6">{children}</div>
      {/* Last, because the first control gets the focus, and that shall be a field. */}
      {closable && (
        <button
          type="button"
          onClick={onClose}
          className="absolute top-4 right-4 grid size-9 place-items-center rounded-lg text-soft hover:bg-hover hover:text-ink"
        >
          <X aria-hidden className="size-5" />
          <span className="sr-only">Close</span>
        </button>
      )}
    </dialog>
  );
}

/** The buttons at the end of a dialog or form; the one that acts stands last. */
export function Actions({ children }: { readonly children: ReactNode }) {
  return <div className="mt-6 flex flex-wrap justify-end gap-3">{children}</div>;
}
