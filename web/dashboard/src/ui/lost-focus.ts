import { type RefObject, useEffect, useRef } from "react";

/** Gives the focus to an element if it was lost with a control that is gone or was disabled. */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus();
}

/**
 * Keeps the keyboard's place in a list. If the focused row is removed, the row that takes its place gets the focus; if the button
 * of an empty list is, the first row. If the "Show more" button is removed, the first new row gets it.
 *
 * @returns a ref for the element around the list, and a function that the button calls
 */
export function useRowFocus(
  shown: number,
  isBusy: boolean,
): { readonly frame: RefObject<HTMLDivElement | null>; readonly asksForMore: () => void } {
  const frame = useRef<HTMLDivElement>(null);
  const firstNew = useRef<number>(null);
  const rows = () => [
    ...(frame.current?.querySelectorAll<HTMLElement>(
      ":scope > table > tbody > tr, :scope > ul > li",
    ) ?? []),
  ];
  const goTo = (place: number) => {
    const element = rows()[place] ?? rows().at(-1) ?? frame.current;
    if (element === null || document.activeElement !== document.body) return;
    element.tabIndex = -1;
    element.focus();
  };
  const focused = document.activeElement;
  const before = frame.current?.contains(focused)
    ? Math.max(
        0,
        rows().findIndex((row) => row.contains(focused)),
      )
    : -1;
  useEffect(() => {
    if (firstNew.current === null && before >= 0) goTo(before);
    if (isBusy || firstNew.current === null) return;
    goTo(firstNew.current);
    firstNew.current = null;
  });
  return {
    frame,
    asksForMore: () => {
      firstNew.current = shown;
    },
  };
}
