import { useRouter } from "@tanstack/react-router";
import { WifiOff, X } from "lucide-react";
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { t } from "../texts/t.ts";
import { Button } from "./button.tsx";
import { fieldError, TextArea, TextField } from "./field.tsx";
import { takeLostFocus } from "./lost-focus.ts";
import { ProblemNotice } from "./problem.tsx";
import { showToastsIn, toast } from "./toast.tsx";

/** For a `<dialog>` that is modal as long as it is rendered. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return;
    dialog.showModal();
    focusChosen(dialog);
    const end = showToastsIn(dialog);
    const sayIfRemoved = watchPlace(dialog);
    return () => {
      end();
      // Closing it before React removes it gives the focus back to the button that opened it.
      dialog.close();
      sayIfRemoved();
    };
  }, []);
  return ref;
}

/**
 * Watches the row or the button that a dialog belongs to, which goes once another member has removed or ended what it shows.
 *
 * @returns says so if the dialog goes with it, and has sent nothing that did that; else keeps the focus in the view
 */
function watchPlace(dialog: HTMLDialogElement): () => void {
  const place = dialog.parentElement;
  const address = location.href;
  let isSent = false;
  dialog.addEventListener("submit", () => {
    isSent = true;
  });
  return () =>
    // React calls this before it removes the row.
    queueMicrotask(() => {
      const view = document.getElementById("content");
      // Without a view, the user has signed out.
      const isRemoved = view !== null && !place?.isConnected && location.href === address;
      // What had the focus before has gone, too. A list without a row chooses another one.
      if (!isRemoved) takeLostFocus(view);
      else if (!isSent) toast(t("ui.removedMeanwhile"), "problem");
    });
}

/** A dialog focuses its first field. Where that is a choice that is not the chosen one, a space would choose it. */
function focusChosen(dialog: HTMLDialogElement): void {
  const first = document.activeElement;
  if (!(first instanceof HTMLInputElement) || first.type !== "radio" || first.checked) return;
  const group = CSS.escape(first.name);
  dialog.querySelector<HTMLElement>(`[name="${group}"]:checked`)?.focus();
}

function subscribeToOnline(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/**
 * Shows that the device is offline. Requests fail meanwhile; nothing is sent later by itself. Each dialog has one of its
 * own, because the page's lies beneath it.
 */
export function OfflineStatus({ className }: { readonly className: string }) {
  const isOnline = useSyncExternalStore(subscribeToOnline, () => navigator.onLine);
  return (
    <div role="status" className={className}>
      {!isOnline && (
        <p className="mx-auto mt-2 flex w-fit items-center gap-2 rounded-3xl bg-warn-soft px-[min(1rem,4vw)] py-2 wrap-anywhere font-medium text-warn shadow-pop">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          {t("layout.youAreOffline")}
        </p>
      )}
    </div>
  );
}

/**
 * A modal dialog of the platform: it traps the focus, closes on Escape, gives the focus back and makes the
 * page behind it inert.
 */
export function Dialog({
  title,
  onClose,
  children,
  closable = true,
  wide = false,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** If false, only a button inside closes it, e.g. while it shows a secret once, or waits for one. */
  readonly closable?: boolean;
  readonly wide?: boolean;
}) {
  const ref = useModal();
  const titleId = useId();
  const { history } = useRouter();
  useEffect(() => {
    if (closable) return;
    // The browser's Back button would close it, too.
    return history.block({ blockerFn: () => true, enableBeforeUnload: false });
  }, [closable, history]);
  useEffect(() => {
    // Its form has made room for the result, and the focus went with it. A button that is busy takes it back itself.
    if (ref.current?.querySelector("[aria-busy=true]") === null) takeLostFocus(ref.current);
  });
  return (
    <dialog
      ref={ref}
      tabIndex={-1}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (closable) onClose();
      }}
      onClose={({ currentTarget: dialog }) => {
        // Chromium closes at the second Escape whatever a script says about it.
        if (dialog.open) return;
        if (closable) onClose();
        else dialog.showModal();
      }}
      className={`m-auto max-h-[90dvh] w-[calc(100vw-2*var(--spacing-edge))] overflow-y-auto rounded-2xl border border-line bg-surface p-0 text-left text-ink shadow-pop ${wide ? "max-w-2xl" : "max-w-lg"}`}
    >
      <header className="@container pt-5 pr-[56px] pl-gutter sm:pl-6">
        <h2 id={titleId} className="text-lg font-semibold">
          {title}
        </h2>
      </header>
      <OfflineStatus className="pointer-events-none sticky top-2 z-10 px-gutter" />
      <div className="@container px-gutter pt-3 pb-6 sm:px-6">{children}</div>
      {/* Last, because the first control gets the focus, and that shall be a field. */}
      {closable && (
        <button
          type="button"
          onClick={onClose}
          className="absolute top-3 right-3 grid size-[40px] place-items-center rounded-lg text-soft hover:bg-hover hover:text-ink"
        >
          <X aria-hidden className="size-[20px]" />
          <span className="sr-only">{t("ui.close")}</span>
        </button>
      )}
    </dialog>
  );
}

/** The error of an attempt in this dialog. One of an earlier opening says nothing of what is so now. */
export function useOwnError<E extends Error>(error: E | null): E | null {
  const [earlier] = useState(error);
  return error === earlier ? null : error;
}

/** The buttons at the end of a dialog or form, the main one last. A dialog that scrolls keeps them in sight. */
export function Actions({ children }: { readonly children: ReactNode }) {
  return <div className="actions narrow:[&>*]:w-full">{children}</div>;
}

interface ReasonFormProps {
  readonly action: string;
  readonly look: "danger" | "primary";
  readonly hint: string;
  readonly maxLength: number;
  /** Fewer characters say nothing. */
  readonly minLength?: number;
  /** Whether the other fields are filled in. */
  readonly isReady?: boolean;
  readonly busy: boolean;
  readonly error: Error | null;
  /** What the error `conflict` means here. */
  readonly conflict?: string | undefined;
  /** Other fields that show their own errors. */
  readonly shown?: readonly string[];
  /** Whether the reason gets the focus, not the first field. */
  readonly autoFocus?: boolean;
  /** Whether a second question shows the error. */
  readonly isAsking?: boolean;
  readonly onSubmit: (reason: string) => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** The content of a dialog that asks for the reason of a change, below its other fields. */
export function ReasonForm({
  action,
  look,
  hint,
  maxLength,
  minLength = 1,
  isReady = true,
  busy,
  error: latest,
  conflict,
  shown = [],
  autoFocus = false,
  isAsking = false,
  onSubmit,
  onClose,
  children,
}: ReasonFormProps) {
  const [reason, setReason] = useState("");
  const error = useOwnError(latest);
  const given = reason.trim();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(given);
      }}
    >
      {children}
      <TextArea
        label={t("checkouts.reason")}
        value={reason}
        maxLength={maxLength}
        autoFocus={autoFocus}
        onChange={(event) => setReason(event.target.value)}
        hint={hint}
        error={fieldError(error, "reason")}
      />
      {!isAsking && (
        <ProblemNotice
          error={error}
          shown={["reason", ...shown]}
          {...(conflict !== undefined && { conflict })}
        />
      )}
      <Actions>
        <Button onClick={onClose}>{t("ui.cancel")}</Button>
        <Button
          type="submit"
          look={look}
          busy={busy}
          disabled={!isReady || given.length < minLength}
        >
          {action}
        </Button>
      </Actions>
    </form>
  );
}

/** A text as it is read on the page: one space for several, no invisible characters, one form for each letter. */
const asRead = (text: string) =>
  text
    .normalize("NFC")
    .replace(/\p{Cf}/gu, "")
    .replace(/\s+/g, " ")
    .trim();

/** Asks the user to confirm an action that they cannot undo. With `typed`, they must type that text. */
export function Confirm({
  title,
  children,
  action,
  typed,
  busy,
  error: latest,
  conflict,
  onConfirm,
  onClose,
  look = "danger",
  cancel = t("ui.cancel"),
}: {
  readonly title: string;
  readonly children: ReactNode;
  readonly action: string;
  /** What the button that closes it says. */
  readonly cancel?: string;
  readonly typed?: string;
  readonly busy: boolean;
  readonly error: Error | null;
  /** What the error `conflict` means here. */
  readonly conflict?: string | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly look?: "danger" | "primary";
}) {
  const [text, setText] = useState("");
  const error = useOwnError(latest);
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onConfirm();
        }}
      >
        <div className="mb-4 space-y-2 text-soft">{children}</div>
        {typed !== undefined && (
          <TextField
            label={t("ui.typeToContinue", { typed })}
            value={text}
            onChange={(event) => setText(event.target.value)}
            autoComplete="off"
            spellCheck={false}
          />
        )}
        <ProblemNotice error={error} {...(conflict !== undefined && { conflict })} />
        <Actions>
          <Button onClick={onClose}>{cancel}</Button>
          <Button
            type="submit"
            look={look}
            busy={busy}
            disabled={typed !== undefined && asRead(text) !== asRead(typed)}
          >
            {action}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
