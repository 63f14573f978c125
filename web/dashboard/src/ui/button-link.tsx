import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { buttonClass, type Look } from "./button-class.ts";

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
