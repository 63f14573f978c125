import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { t } from "../texts/t.ts";
import { useModal } from "./use-modal.ts";

/**
 * A modal dialog of the platform: it traps the focus, closes on Escape, gives the focus back and makes the
 * page behind it inert.
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
  /** If false, only a button inside closes it, e.g. while it shows a secret once. */
  readonly closable?: boolean;
  readonly wide?: boolean;
}) {
  const ref = useModal();
  const titleId = useId();
  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (closable) onClose();
      }}
      className={`m-auto max-h-[90dvh] w-[calc(100vw-2*var(--spacing-edge))] overflow-y-auto rounded-2xl border border-line bg-surface p-0 text-ink shadow-pop ${wide ? "max-w-2xl" : "max-w-lg"}`}
    >
      <header className="@container pt-5 pr-[56px] pl-gutter sm:pl-6">
        <h2 id={titleId} className="text-lg font-semibold">
          {title}
        </h2>
      </header>
      <div className="@container px-gutter pt-3 pb-6 sm:px-6">{children}</div>
      {/* Last, because the first control gets the focus, and that shall be a field. */}
      {closable && (
        <button
          type="button"
          onClick={onClose}
          className="absolute top-3 right-3 grid size-[40px] place-items-center rounded-lg text-soft hover:bg-hover hover:text-ink"
        >
          <X aria-hidden className="size-5" />
          <span className="sr-only">{t("ui.close")}</span>
        </button>
      )}
    </dialog>
  );
}

/** The buttons at the end of a dialog or form, the main one last. A dialog that scrolls keeps them in sight. */
export function Actions({ children }: { readonly children: ReactNode }) {
  return <div className="actions narrow:[&>*]:w-full">{children}</div>;
}
