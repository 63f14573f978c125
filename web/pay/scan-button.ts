/** Read while the script runs: `currentScript` is null afterwards. */
const nonce = (document.currentScript as HTMLScriptElement | null)?.nonce ?? "";
let loading: Promise<unknown> | undefined;

/** Offers to scan where the browser can read QR codes. The scanner itself is loaded at the first click. */
export function offerScan(): void {
  const box = document.querySelector<HTMLElement>("[data-scan]");
  if (!box || !("BarcodeDetector" in window)) return;
  box.hidden = false;
  const camera = box.querySelector<HTMLElement>("[data-camera]");
  // Undefined where the page is not in a secure context.
  if (camera && !(navigator.mediaDevices as MediaDevices | undefined)) camera.hidden = true;
}

/** One listener for all buttons, including those added later. */
export function listenForScans(): void {
  document.addEventListener("click", ({ target }) => {
    const button = (target as Element).closest<HTMLElement>("[data-camera],[data-picture]");
    const source = button?.closest<HTMLElement>("[data-scan]")?.dataset.source;
    if (!button || !source) return;
    const detail = "camera" in button.dataset ? "camera" : "picture";
    loading ??= load(source);
    void loading.then(() => document.dispatchEvent(new CustomEvent("scan", { detail })));
  });
}

function load(source: string): Promise<unknown> {
  const script = document.createElement("script");
  script.src = source;
  script.nonce = nonce;
  return new Promise((resolve) => {
    script.onload = resolve;
    // Offline: the next click tries again.
    script.onerror = () => {
      loading = undefined;
    };
    document.head.append(script);
  });
}
