import { Link } from "@tanstack/react-router";
import {
  CircleAlert,
  Coins,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  ReceiptText,
  ScrollText,
  Store,
  User,
  Webhook,
} from "lucide-react";

const PLACES = [
  {
    title: "Payments",
    links: [
      { to: "/", label: "Overview", icon: LayoutDashboard },
      { to: "/checkouts", label: "Checkouts", icon: ReceiptText },
      { to: "/errors", label: "Errors", icon: CircleAlert },
    ],
  },
  {
    title: "Set-up",
    links: [
      { to: "/apps", label: "Apps", icon: Store },
      { to: "/api-keys", label: "API keys", icon: KeyRound },
      { to: "/webhooks", label: "Webhooks", icon: Webhook },
      { to: "/webhook-logs", label: "Webhook logs", icon: ScrollText },
    ],
  },
  {
    title: "Account",
    links: [
      { to: "/credits", label: "Credits", icon: Coins },
      { to: "/account", label: "Account", icon: User },
    ],
  },
] as const satisfies readonly {
  title: string;
  links: readonly { to: string; label: string; icon: LucideIcon }[];
}[];

export function Navigation({ onGo }: { readonly onGo?: () => void }) {
  return (
    <nav aria-label="Main" className="flex flex-col gap-5">
      {PLACES.map(({ title, links }) => (
        <div key={title}>
          <p className="mb-1 px-3 text-xs font-medium text-soft">{title}</p>
          <ul>
            {links.map(({ to, label, icon: Icon }) => (
              <li key={to}>
                <Link
                  to={to}
                  {...(onGo && { onClick: onGo })}
                  activeOptions={{ exact: to === "/", includeSearch: false }}
                  className="flex h-9 items-center gap-3 rounded-lg px-3 font-medium text-soft hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent max-lg:h-11"
                >
                  <Icon aria-hidden className="size-[18px]" />
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
