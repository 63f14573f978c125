import { lazyRouteComponent } from "@tanstack/react-router";
import { t } from "./texts/t.ts";

/**
 * A view in a file of its own. When the file cannot be loaded, e.g. offline, the view shows an error with
 * another try. The router's own handling would reload the page, and offline that shows the browser's error
 * page instead of ours.
 */
export function lazyView<M extends Record<string, unknown>, K extends keyof M & string>(
  load: () => Promise<M>,
  name: K,
) {
  return lazyRouteComponent(
    () =>
      load().catch(() => {
        throw new ViewNotLoaded(t("layout.thisPageCouldNot"));
      }),
    name,
  );
}

export class ViewNotLoaded extends Error {
  override readonly name = "ViewNotLoaded";
}
