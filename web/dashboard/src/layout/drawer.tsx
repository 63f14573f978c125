import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Brand } from "./brand.tsx";

/** The menu on a narrow screen. */
export function Drawer({
  onClose,
  children,
}: {
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      aria-label="Menu"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className="m-0 h-dvh max-h-none w-80 max-w-[88vw] bg-surface p-0 text-ink"
    >
      <div className="flex min-h-full flex-col gap-5 px-4 pb-5">
        <div className="flex h-14 items-center justify-between pl-2">
          <Brand />
          <button
            type="button"
            onClick={onClose}
            className="-mr-2 grid size-11 place-items-center rounded-lg hover:bg-hover"
          >
            <X aria-hidden className="size-5" />
            <span className="sr-only">Close the menu</span>
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
