import { lazyRouteComponent } from "@tanstack/react-router";
import { type ComponentType, useCallback, useEffect, useState } from "react";
import { t } from "./texts/t.ts";
import { Button } from "./ui/button.tsx";
import { Actions, Dialog } from "./ui/dialog.tsx";

/**
 * A view in a file of its own. When the file cannot be loaded, e.g. offline, the view shows an error with another try.
 * The router's own handling would reload the page, and offline that shows the browser's error page instead of ours.
 */
export function lazyView<M extends Record<string, unknown>, K extends keyof M & string>(
  load: () => Promise<M>,
  name: K,
) {
  return lazyRouteComponent(() => load().catch(viewNotLoaded), name);
}

/** @throws ViewNotLoaded */
export function viewNotLoaded(): never {
  throw new ViewNotLoaded(t("layout.thisPageCouldNot"));
}

export class ViewNotLoaded extends Error {
  override readonly name = "ViewNotLoaded";
}

/**
 * A dialog in a file of its own. When the file cannot be loaded, e.g. offline or after a new release, a dialog says so
 * above the page, which keeps what was typed, and tries again when asked and when the device is online.
 */
export function LazyDialog({
  load,
  onClose,
}: {
  /** The same function at each render. */
  readonly load: () => Promise<ComponentType>;
  /** Called when the user gives up loading it. */
  readonly onClose: () => void;
}) {
  const [Loaded, setLoaded] = useState<ComponentType | null>(null);
  const [state, setState] = useState<"loading" | "failed" | "trying again">("loading");
  const open = useCallback(() => {
    load().then(
      (loaded) => setLoaded(() => loaded),
      () => setState("failed"),
    );
  }, [load]);
  const openAgain = useCallback(() => {
    setState("trying again");
    open();
  }, [open]);
  useEffect(open, [open]);
  useEffect(() => {
    if (state !== "failed") return;
    addEventListener("online", openAgain);
    return () => removeEventListener("online", openAgain);
  }, [state, openAgain]);
  if (Loaded) return <Loaded />;
  if (state === "loading") return null;
  return (
    <Dialog title={t("layout.dialogNotLoaded")} onClose={onClose}>
      <p className="text-soft">{t("layout.dialogNotLoadedHint")}</p>
      <Actions>
        <Button onClick={onClose}>{t("ui.cancel")}</Button>
        <Button look="primary" busy={state === "trying again"} onClick={openAgain}>
          {t("ui.tryAgain")}
        </Button>
      </Actions>
    </Dialog>
  );
}
