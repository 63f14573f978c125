import { Ellipsis } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { t } from "../texts/t.ts";
import { buttonClass } from "./button-class.ts";

export interface MenuItem {
  readonly label: string;
  readonly onChoose: () => void;
  readonly tone?: "danger";
}

/** Between the list and the edge of the screen (CSS pixels). */
const EDGE = 8;

/** A button that opens a list of secondary actions. Arrow keys move, Escape closes and gives the focus back. */
export function Menu({ items }: { readonly items: readonly MenuItem[] }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    keepInside(list.current);
    frame.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus();
    const outside = (event: PointerEvent) => {
      if (!frame.current?.contains(event.target as Node)) setOpen(false);
    };
    addEventListener("pointerdown", outside);
    return () => removeEventListener("pointerdown", outside);
  }, [isOpen]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" || event.key === "Tab") {
      setOpen(false);
      button.current?.focus();
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const all = [...(frame.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
    const at = all.indexOf(document.activeElement as HTMLElement);
    all[(at + step + all.length) % all.length]?.focus();
  };
  if (items.length === 0) return null;
  return (
    <div ref={frame} className="relative z-10">
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        className={buttonClass({ look: "secondary" }, "!px-2.5")}
      >
        <Ellipsis aria-hidden className="size-5" />
        <span className="sr-only">{t("ui.moreActions")}</span>
      </button>
      {isOpen && (
        <div
          ref={list}
          id={id}
          role="menu"
          aria-label={t("ui.moreActions")}
          tabIndex={-1}
          onKeyDown={onKeyDown}
          className="absolute top-full right-0 z-40 mt-1 w-max max-w-[calc(100vw-1rem)] min-w-[min(11rem,90vw)] rounded-xl border border-line bg-surface p-1 shadow-pop"
        >
          {items.map(({ label: name, onChoose, tone }) => (
            <button
              key={name}
              type="button"
              role="menuitem"
              onClick={() => {
                setOpen(false);
                button.current?.focus();
                onChoose();
              }}
              className={`flex min-h-10 w-full items-center py-1 rounded-lg px-3 text-left hover:bg-hover ${tone === "danger" ? "text-bad" : ""}`}
            >
              {name}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** Moves the list sideways where it would reach over the edge of the screen. */
function keepInside(list: HTMLElement | null): void {
  if (list === null) return;
  const { left, right } = list.getBoundingClientRect();
  const over = left < EDGE ? EDGE - left : Math.min(0, innerWidth - EDGE - right);
  list.style.translate = `${over}px`;
}
