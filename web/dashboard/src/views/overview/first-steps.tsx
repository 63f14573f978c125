import { apps, checkouts, credits, keys, webhooks } from "virtual:endpoints";
import { Link, type LinkProps } from "@tanstack/react-router";
import { Check } from "lucide-react";
import { useApps } from "../../data/apps.tsx";
import { useApi } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Section } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

/** The steps to a first payment. Hidden once a payment was verified. */
export function FirstSteps() {
  const { apps: known, usualAppId: appId, isKnown } = useApps();
  const balance = useApi(credits.readCredits, {});
  const hasApp = { enabled: appId !== undefined };
  const one = { limit: 1 };
  const methods = useApi(
    apps.listPaymentMethods,
    { params: { app_id: appId ?? 0 }, query: one },
    hasApp,
  );
  const apiKeys = useApi(keys.listApiKeys, { query: one }, hasApp);
  const endpoints = useApi(webhooks.listWebhooks, { query: one }, hasApp);
  const made = useApi(checkouts.listCheckouts, { query: one }, hasApp);
  const isThere = (answer: { data: readonly unknown[] } | string | undefined) =>
    typeof answer === "object" && answer.data.length > 0;
  const app = { to: "/apps/$appId", params: { appId: String(appId) } } as const;
  const steps: readonly { done: boolean; label: string; to: LinkProps }[] = [
    { done: known.length > 0, label: t("apps.createApp"), to: { to: "/apps" } },
    {
      done: isThere(methods.data),
      label: t("overview.addTheAccountThat"),
      to: appId === undefined ? { to: "/apps" } : app,
    },
    { done: isThere(apiKeys.data), label: t("overview.createAnApiKey"), to: { to: "/api-keys" } },
    {
      done: isThere(endpoints.data),
      label: t("overview.addAWebhookEndpoint"),
      to: { to: "/webhooks" },
    },
    {
      done: isThere(made.data),
      label: t("overview.createYourFirstCheckout"),
      to: { to: "/checkouts/new" },
    },
  ];
  const hasVerified = (balance.data?.captured ?? 0) > 0;
  const isReading =
    appId !== undefined &&
    (methods.isPending || apiKeys.isPending || endpoints.isPending || made.isPending);
  if (hasVerified || balance.isPending) return null;
  if (!isKnown || isReading) {
    // Keeps the place, so that what is below does not move.
    return (
      <Section title={t("overview.firstSteps")} lead={t("overview.fiveStepsToYour")}>
        <Skeleton lines={steps.length} />
      </Section>
    );
  }
  if (steps.every(({ done }) => done)) return null;
  return (
    <Section title={t("overview.firstSteps")} lead={t("overview.fiveStepsToYour")}>
      <ol className="space-y-2">
        {steps.map(({ done, label, to }, place) => (
          <li key={label} className="flex items-center gap-3">
            <span
              className={`grid size-6 shrink-0 place-items-center rounded-full text-xs font-medium ${done ? "bg-good-soft text-good" : "bg-hover text-soft"}`}
            >
              {done ? <Check aria-hidden className="size-3.5" /> : place + 1}
            </span>
            {done ? (
              <span className="text-soft">
                {label} <span className="sr-only">{t("overview.done")}</span>
              </span>
            ) : (
              <Link {...to} className="link">
                {label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}
