import { useRouter } from "@tanstack/react-router";
import {
  BookOpen,
  Calculator,
  CircleAlert,
  Coins,
  KeyRound,
  LayoutDashboard,
  Link2,
  type LucideIcon,
  ReceiptText,
  ScrollText,
  ServerCog,
  ServerCrash,
  Store,
  User,
  Users,
  Webhook,
} from "lucide-react";
import { grantFor } from "../may.ts";
import { t } from "../texts/t.ts";
import { useUser } from "../use-session.ts";

/** The views of the menu, in groups, for an owner. */
const PLACES = [
  {
    title: t("layout.payments"),
    links: [
      { to: "/", label: t("layout.overview"), icon: LayoutDashboard },
      { to: "/checkouts", label: t("layout.checkouts"), icon: ReceiptText },
      { to: "/counter", label: t("layout.counter"), icon: Calculator },
      { to: "/payment-links", label: t("links.paymentLinks"), icon: Link2 },
      { to: "/books", label: t("layout.books"), icon: BookOpen },
      { to: "/errors", label: t("layout.errors"), icon: CircleAlert },
    ],
  },
  {
    title: t("layout.setup"),
    links: [
      { to: "/apps", label: t("layout.apps"), icon: Store },
      { to: "/api-keys", label: t("layout.apiKeys"), icon: KeyRound },
      { to: "/webhooks", label: t("layout.webhooks"), icon: Webhook },
      { to: "/webhook-logs", label: t("layout.webhookLogs"), icon: ScrollText },
      { to: "/failed-requests", label: t("layout.failedRequests"), icon: ServerCrash },
    ],
  },
  {
    title: t("layout.account"),
    links: [
      { to: "/credits", label: t("layout.credits"), icon: Coins },
      { to: "/team", label: t("team.team"), icon: Users },
      { to: "/account", label: t("layout.account"), icon: User },
      { to: "/console", label: t("layout.console"), icon: ServerCog },
    ],
  },
] as const satisfies readonly {
  title: string;
  links: readonly { to: string; label: string; icon: LucideIcon }[];
}[];

/** The groups and views that the user may open. */
export function usePlaces() {
  const user = useUser();
  const { routesByPath } = useRouter();
  return PLACES.flatMap(({ title, links }) => {
    const allowed = links.filter(({ to }) => {
      const needs = routesByPath[to].options.staticData?.needs;
      if (needs === undefined) return false;
      // The counter takes real payments.
      return ![false, "test_only"].includes(grantFor(user, needs));
    });
    return allowed.length === 0 ? [] : [{ title, links: allowed }];
  });
}
