/** Gives the focus to an element if it was lost with a control that is gone or was disabled. */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus();
}
