import { useNavigate } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { type ReactNode, useState } from "react";
import { readSearchFilter } from "../search-filters.ts";
import { t } from "../texts/t.ts";

/** A filter under its name; the control inside names itself to screen readers. */
export function FilterFrame({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="min-w-0 max-sm:flex-1 max-sm:basis-32 sm:[&>select]:max-w-52">
      <span aria-hidden className="mb-1 block text-xs text-soft">
        {label}
      </span>
      {children}
    </div>
  );
}

/** A field that searches on Enter, and when it loses the focus. It takes the text of an address that changes otherwise. */
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
  const [before, setBefore] = useState(value);
  const [asked, setAsked] = useState<string | null>(null);
  if (value !== before) {
    setBefore(value);
    setAsked(null);
    // Its own search comes back; what was typed since then stays.
    if (value !== asked) setText(value);
  }
  const submit = () => {
    const wanted = text.trim();
    if (wanted === value) return;
    setAsked(wanted);
    onSearch(wanted);
  };
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

/** The only filter of a view: its text is in the address, beside the mode. */
export function ViewSearch({
  to,
  search,
  placeholder,
}: {
  readonly to: "/console/accounts" | "/failed-requests";
  readonly search: string | undefined;
  readonly placeholder: string;
}) {
  const navigate = useNavigate();
  const find = (text: string) =>
    void navigate({
      to,
      search: ({ mode }) => ({ ...(mode && { mode }), ...readSearchFilter({ search: text }) }),
    });
  return (
    <search className="mb-4 flex">
      <SearchField value={search ?? ""} placeholder={placeholder} onSearch={find} />
    </search>
  );
}

interface App {
  readonly app_id: number;
  readonly name: string;
}

/** The options of a field that asks for an app. */
export function AppOptions({ apps }: { readonly apps: readonly App[] }) {
  return apps.map(({ app_id, name }) => (
    <option key={app_id} value={app_id}>
      {name}
    </option>
  ));
}
