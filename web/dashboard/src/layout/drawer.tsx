import { X } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "../texts/t.ts";
import { useModal } from "../ui/use-modal.ts";
import { Brand } from "./brand.tsx";

/** The menu on narrow screens. */
export function Drawer({
  onClose,
  children,
}: {
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const ref = useModal();
  return (
    <dialog
      ref={ref}
      aria-label={t("layout.menu")}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className="m-0 h-dvh max-h-none w-80 max-w-[92vw] bg-surface p-0 text-ink"
    >
      <div className="@container flex min-h-full flex-col gap-5 px-edge pb-5">
        <div className="flex h-[56px] shrink-0 items-center justify-between pl-2">
          <Brand />
          <button
            type="button"
            onClick={onClose}
            className="-mr-2 grid size-[44px] place-items-center rounded-lg hover:bg-hover"
          >
            <X aria-hidden className="size-5" />
            <span className="sr-only">{t("layout.closeMenu")}</span>
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
