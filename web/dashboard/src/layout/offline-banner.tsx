import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { t } from "../texts/t.ts";

function subscribe(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** Shows that the device is offline. Requests fail meanwhile; nothing is sent later by itself. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    // Above the toasts, where it hides no heading.
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-[4.5rem] z-40 px-4">
      {!isOnline && (
        <p className="mx-auto flex w-fit items-center gap-2 rounded-full bg-warn-soft px-4 py-2 font-medium text-warn shadow-pop">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          {t("layout.youAreOffline")}
        </p>
      )}
    </div>
  );
}
