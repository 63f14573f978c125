import { Search } from "lucide-react";
import { useState } from "react";
import { t } from "../texts/t.ts";
import { FilterFrame } from "./filter-frame.tsx";

/** A field that searches on Enter, and when it loses the focus. Give it `key={value}`: the address may change it. */
export function SearchField({
  value,
  placeholder,
  onSearch,
}: {
  readonly value: string;
  readonly placeholder: string;
  readonly onSearch: (text: string) => void;
}) {
  const [text, setText] = useState(value);
  const submit = () => text.trim() !== value && onSearch(text.trim());
  return (
    <form
      className="w-full min-w-0 sm:w-auto sm:min-w-72 sm:flex-1"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <FilterFrame label={t("checkouts.search")}>
        <span className="relative block">
          <input
            type="search"
            aria-label={t("checkouts.search")}
            enterKeyHint="search"
            value={text}
            maxLength={200}
            placeholder={placeholder}
            onChange={(event) => setText(event.target.value)}
            onBlur={submit}
            className="input !pr-11"
          />
          <button
            type="submit"
            aria-label={t("ui.find")}
            className="absolute inset-y-0 right-0 grid w-10 place-items-center rounded-lg text-soft hover:text-ink"
          >
            <Search aria-hidden className="size-4" />
          </button>
        </span>
      </FilterFrame>
    </form>
  );
}
