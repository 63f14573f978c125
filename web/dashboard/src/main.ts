import "./older-browsers.ts";
import "./styles.css";
import { isCounter, isSessionLikely } from "./first-page.ts";
import { loadTexts } from "./texts/t.ts";
import { applyTheme } from "./theme.ts";

applyTheme();
// A file that did not come leaves the page as it began, and nothing else asks for it again.
addEventListener("online", () => {
  if (document.querySelector(".splash-late")) location.reload();
});
// Views read their texts at import, so the texts come first. No top-level await: chunks that import this one would wait
// for it forever. Users without a session get the sign-in page alone, which is much smaller, and so is the counter.
if (!isSessionLikely()) {
  void loadTexts("sign-in")
    .then(() => import("./start-sign-in.ts"))
    .then(({ start }) => start());
} else if (isCounter(location.pathname)) {
  // The counter reads no text at import.
  void Promise.all([import("./counter/counter.ts"), loadTexts("counter")]).then(([{ start }]) =>
    start(),
  );
} else {
  // React needs no texts, so it loads beside them.
  void import("react-dom/client");
  void loadTexts("dashboard")
    .then(() => import("./start.tsx"))
    .then(({ start }) => start());
}
