import { useNavigate } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { t } from "../texts/t.ts";
import { useModal } from "../ui/use-modal.ts";
import { type Command, useCommands } from "./use-commands.ts";

/**
 * The command palette: a combobox (WAI-ARIA 1.2) over views, actions and checkouts. The focus stays in the
 * field; arrow keys move the active option, Enter chooses it, Escape closes.
 */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const ref = useModal();
  const id = useId();
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  const navigate = useNavigate();
  const { groups, isSearching } = useCommands(text);
  const options = groups.flatMap(({ commands }) => commands);
  const current = Math.min(active, options.length - 1);
  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: "nearest" });
  }, [id, current]);

  const choose = (command: Command | undefined) => {
    if (command === undefined) return;
    onClose();
    if ("to" in command) void navigate(command.to);
    else command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = {
      ArrowDown: (current + 1) % options.length,
      ArrowUp: (current - 1 + options.length) % options.length,
      PageDown: options.length - 1,
      PageUp: 0,
    };
    const next = moves[event.key];
    if (next !== undefined && options.length > 0) {
      event.preventDefault();
      setActive(next);
    }
    if (event.key === "Enter") {
      event.preventDefault();
      choose(options[current]);
    }
  };
  return (
    <dialog
      ref={ref}
      aria-label={t("layout.searchAnything")}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // A click on the backdrop is a click on the dialog itself.
      onPointerDown={(event) => event.target === ref.current && onClose()}
      className="mx-auto mt-[12dvh] mb-auto w-[calc(100vw-2*var(--spacing-edge))] max-w-xl overflow-hidden rounded-2xl border border-line bg-surface p-0 text-ink shadow-pop"
    >
      <div className="relative border-b border-line">
        <Search aria-hidden className="absolute top-4 left-4 size-5 text-soft" />
        <input
          type="text"
          role="combobox"
          aria-label={t("layout.searchAnything")}
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={options.length > 0 ? `${id}-${current}` : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={text}
          placeholder={t("layout.viewActionOrCheckout")}
          onChange={(event) => {
            setText(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
          className="h-13 w-full bg-transparent pr-4 pl-12 text-base outline-none"
        />
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t("layout.results")}
        hidden={options.length === 0}
        className="max-h-[60dvh] overflow-y-auto p-2"
      >
        {groups.map(({ title, commands }) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox holds groups of options, no fieldsets
          <div key={title} role="group" aria-label={title}>
            <p aria-hidden className="px-3 pt-2 pb-1 text-xs font-medium text-soft">
              {title}
            </p>
            {commands.map((command) => {
              const place = options.indexOf(command);
              return (
                <div
                  key={command.id}
                  id={`${id}-${place}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={place === current}
                  onPointerMove={() => place !== current && setActive(place)}
                  onClick={() => choose(command)}
                  onKeyDown={onKeyDown}
                  className="flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 py-1.5 aria-selected:bg-accent-soft"
                >
                  <command.icon aria-hidden className="size-[18px] shrink-0 text-soft" />
                  <span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">{command.label}</span>
                  {command.note && (
                    <span className="shrink-0 text-note text-soft tabular-nums">
                      {command.note}
                    </span>
                  )}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <p role="status" className="px-gutter pb-4 text-note text-soft empty:hidden">
        {isSearching ? t("layout.searching") : options.length === 0 ? t("layout.nothingFound") : ""}
      </p>
    </dialog>
  );
}
