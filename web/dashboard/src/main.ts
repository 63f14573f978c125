import "./styles.css";
import { isSessionLikely } from "./session.ts";
import { loadTexts } from "./texts/t.ts";
import { applyTheme } from "./theme.ts";

applyTheme();
// Views read their texts at import, so the texts come first. No top-level await: chunks that import this
// one would wait for it forever. Users without a session get the sign-in page alone, which is much smaller.
if (isSessionLikely()) {
  // React needs no texts, so it loads beside them.
  void import("react-dom/client");
  void loadTexts("all")
    .then(() => import("./start.tsx"))
    .then(({ start }) => start());
} else {
  void loadTexts("sign-in")
    .then(() => import("./start-sign-in.ts"))
    .then(({ start }) => start());
}
