/** Keeps what was typed and chosen over a change of the language, for the next page of this tab. */
export function keepTyped(): void {
  try {
    const store = sessionStorage;
    const kept = new URLSearchParams(store.typed);
    store.typed = "";
    kept.delete("lang");
    for (const [name, value] of kept) {
      // A list of radio buttons takes the value of the one to check.
      const field = document.forms[0]?.elements.namedItem(name) as { value: string } | null;
      if (field) field.value = value;
    }
    document.querySelector("nav")?.addEventListener("click", ({ target }) => {
      if (!(target as Element).closest("a")) return;
      // Without a file, all values are strings.
      store.typed = new URLSearchParams(new FormData(document.forms[0]) as never);
    });
  } catch {
    // Some browsers refuse the storage: the new page is empty then.
  }
}
