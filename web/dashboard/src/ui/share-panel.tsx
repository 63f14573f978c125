import { lazy, Suspense } from "react";
import { t } from "../texts/t.ts";
import { Button } from "./button.tsx";
import { buttonClass } from "./button-class.ts";
import { CopyButton } from "./copy.tsx";
import { toast } from "./toast.tsx";

/** Downloads a text as a file. */
export function saveFile(name: string, type: string, text: string): void {
  saveBlob(name, new Blob([text], { type }));
}

export function saveBlob(name: string, blob: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
  toast(t("checkouts.fileSaved"));
}

const QrCode = lazy(() => import("./qr-code.tsx"));

/** Ways to send a payment link to a customer, and its QR code. */
export function SharePanel({
  url,
  cardUrl,
}: {
  readonly url: string;
  /** A printable card of the link. */
  readonly cardUrl?: string;
}) {
  const message = encodeURIComponent(t("links.payHere", { url }));
  const targets = [
    { name: "WhatsApp", href: `https://wa.me/?text=${message}` },
    {
      name: "Telegram",
      href: `https://t.me/share/url?url=${encodeURIComponent(url)}`,
    },
    { name: t("links.sms"), href: `sms:?body=${message}` },
  ];
  const download = async () => {
    const { qrSvg } = await import("./qr-svg.ts");
    saveFile("payment-link.svg", "image/svg+xml", qrSvg(url));
  };
  return (
    <div className="space-y-4">
      <div className="flex items-center gap-2 rounded-lg border border-line bg-raised narrow:flex-col narrow:items-start py-2 pr-2 pl-3">
        <a href={url} target="_blank" rel="noreferrer" className="link min-w-0 flex-1 break-all">
          {url}
        </a>
        <CopyButton value={url} label={t("checkouts.paymentLink")} text={t("checkouts.copy")} />
      </div>
      <div className="flex flex-wrap gap-2">
        {targets.map(({ name, href }) => (
          <a
            key={name}
            href={href}
            target="_blank"
            rel="noreferrer"
            className={buttonClass({ size: "sm" })}
          >
            {name}
          </a>
        ))}
      </div>
      <div className="flex flex-wrap items-end gap-4">
        <Suspense fallback={<div className="size-44 rounded-lg bg-hover" />}>
          <QrCode text={url} label={t("links.qrCodeOf")} />
        </Suspense>
        <div className="flex flex-col items-start gap-2">
          <Button size="sm" onClick={() => void download()}>
            {t("links.downloadQr")}
          </Button>
          {cardUrl && (
            <a
              href={cardUrl}
              target="_blank"
              rel="noreferrer"
              className={buttonClass({ size: "sm" })}
            >
              {t("links.printCard")}
            </a>
          )}
        </div>
      </div>
    </div>
  );
}
