// Enhances the pay page, which works without scripts too.

import { enhanceForm, keepTyped, listenForCopies, showButtons } from "./form.ts";
import { listenForScans, offerScan } from "./scan-button.ts";
import { startClock, watch } from "./watch.ts";

const announce = (text: string): void => {
  const region = document.getElementById("say");
  if (region) region.textContent = text;
};

/** Runs after the first load and after every replacement of `main`. */
const enhance = (): void => {
  showButtons();
  startClock();
  enhanceForm();
  offerScan();
};

keepTyped();
enhance();
listenForCopies(announce);
listenForScans();
watch(enhance, announce);

// Focus the message that came with the page; later ones are announced.
document.querySelector<HTMLElement>("#said")?.focus({ preventScroll: true });
