import { type RefObject, useLayoutEffect, useRef } from "react";

/** For a `<dialog>` that is modal as long as it is rendered. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    // Closing it before React removes it gives the focus back to the button that opened it.
    return () => dialog?.close();
  }, []);
  return ref;
}
