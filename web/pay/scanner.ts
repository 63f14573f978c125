// Reads a receipt's QR code from the camera or a picture. Loaded at the first click of its buttons.

interface Detector {
  detect(source: CanvasImageSource): Promise<readonly { readonly rawValue: string }[]>;
}
declare const BarcodeDetector: new (options: { formats: readonly string[] }) => Detector;

/** Interval between two camera frames that are read (ms). */
const FRAME_MS = 250;

const detector = new BarcodeDetector({ formats: ["qr_code"] });
let stop: (() => void) | undefined;

document.addEventListener("scan", (event) => {
  stop?.();
  if ((event as CustomEvent<string>).detail === "picture") pickPicture();
  else void readCamera().catch(() => say("blocked"));
});

const box = () => document.querySelector<HTMLElement>("[data-scan]");

async function read(source: CanvasImageSource): Promise<boolean> {
  const [code] = await detector.detect(source);
  const field = document.querySelector<HTMLTextAreaElement>("#reference");
  if (!code?.rawValue || !field) return false;
  field.value = code.rawValue;
  field.focus();
  say(null);
  return true;
}

function pickPicture(): void {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = "image/*";
  input.addEventListener("change", () => {
    const [file] = input.files ?? [];
    if (!file) return;
    createImageBitmap(file)
      .then(read)
      .then((found) => say(found ? null : "scan"))
      .catch(() => say("scan"));
  });
  input.click();
}

async function readCamera(): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: "environment" },
  });
  const video = document.createElement("video");
  const button = document.createElement("button");
  let timer: ReturnType<typeof setTimeout> | undefined;
  stop = () => {
    clearTimeout(timer);
    for (const track of stream.getTracks()) track.stop();
    video.remove();
    button.remove();
    stop = undefined;
  };
  video.muted = true;
  video.playsInline = true;
  video.srcObject = stream;
  button.type = "button";
  button.className = "quiet";
  button.textContent = box()?.dataset.stop ?? "";
  button.addEventListener("click", () => stop?.());
  box()?.append(video, button);
  await video.play();
  const look = async (): Promise<void> => {
    // The page may have been replaced while the camera was on.
    const found = !video.isConnected || (await read(video).catch(() => false));
    if (found) stop?.();
    else timer = setTimeout(() => void look(), FRAME_MS);
  };
  await look();
}

/** Shows the message that no code was found or that the camera cannot be used, or removes it. */
function say(what: "scan" | "blocked" | null): void {
  const place = box();
  place?.querySelector("[role=status]")?.remove();
  if (!place || what === null) return;
  const line = document.createElement("p");
  line.className = "hint";
  line.setAttribute("role", "status");
  line.textContent = place.dataset[what] ?? "";
  place.append(line);
}
