import { Link, type LinkProps } from "@tanstack/react-router";
import { LoaderCircle } from "lucide-react";
import { type ButtonHTMLAttributes, type ReactNode, type Ref, useEffect, useRef } from "react";
import { buttonClass, type Look } from "./button-class.ts";
import { takeLostFocus } from "./lost-focus.ts";

export function Spinner() {
  return <LoaderCircle aria-hidden className="size-4 animate-spin" />;
}

export function Button({
  look,
  size,
  icon,
  busy = false,
  children,
  className,
  disabled,
  ...rest
}: Look & {
  readonly icon?: ReactNode;
  readonly busy?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
} & ButtonHTMLAttributes<HTMLButtonElement>) {
  const pressed = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // A browser takes the focus from a disabled button, and this one is still there, e.g. because the call has failed.
    if (!busy) takeLostFocus(pressed.current);
  }, [busy]);
  return (
    <button
      type="button"
      {...rest}
      onClickCapture={(event) => {
        pressed.current = event.currentTarget;
      }}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={buttonClass({ ...(look && { look }), ...(size && { size }) }, className)}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  look,
  size,
  icon,
  children,
  className,
  ...to
}: Look &
  LinkProps & {
    readonly icon?: ReactNode;
    readonly children: ReactNode;
    readonly className?: string;
  }) {
  return (
    <Link
      {...to}
      className={buttonClass({ ...(look && { look }), ...(size && { size }) }, className)}
    >
      {icon}
      {children}
    </Link>
  );
}
