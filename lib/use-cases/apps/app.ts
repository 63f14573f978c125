import type { PaymentMethodAnswer } from "../../contract/schemas/app.ts";
import { notFound } from "../../domain/errors.ts";
import { instant } from "../../domain/instant.ts";
import { table } from "../../pipeline/deps.ts";
import { gatewayUrl } from "../../pipeline/environment.ts";
import { type Principal, readable } from "../../pipeline/principal.ts";
import { FACTS } from "../../providers/facts.ts";
import { type App, getAppWithMethods } from "../../store/apps.ts";
import type { StoredMethod } from "../../store/payment-methods.ts";

interface AppWithMethods {
  readonly app: App;
  readonly methods: readonly StoredMethod[];
}

/** Reads an app with its payment methods. @throws ServiceError `not_found` */
export async function loadApp(principal: Principal, appId: number): Promise<AppWithMethods> {
  const found = await getAppWithMethods(table(), principal.accountId, appId);
  const app = readable(principal, found?.app, "app");
  return { app, methods: found?.methods ?? [] };
}

/** Reads a payment method of an app. @throws ServiceError `not_found` */
export async function loadMethod(
  principal: Principal,
  appId: number,
  id: string,
): Promise<{ readonly app: App; readonly method: StoredMethod }> {
  const { app, methods } = await loadApp(principal, appId);
  const method = methods.find((candidate) => candidate.id === id);
  if (!method) throw notFound("payment method");
  return { app, method };
}

export function presentApp(app: App) {
  return {
    app_id: app.appId,
    object: "app" as const,
    name: app.name,
    color: app.color ?? null,
    logo_url: app.logo ? logoUrl(`${app.appId}-${app.logo}`) : null,
    notice_limit: app.noticeLimit ?? 0,
    distinct_amounts: app.distinctAmounts ?? false,
    created_at: instant(app.createdAt),
  };
}

/** URL of a logo, `{app_id}-{digest}`. */
function logoUrl(logo: string): string {
  return `${gatewayUrl()}/logos/${logo}/`;
}

export function presentMethod(method: StoredMethod): PaymentMethodAnswer {
  return {
    id: method.id,
    object: "payment_method",
    app_id: method.appId,
    provider: method.provider,
    account_name: method.accountName,
    account_number: method.accountNumber,
    label: method.label,
    instructions: method.instructions,
    inputs: FACTS[method.provider].inputs.map(({ id, label, example, pattern }) => ({
      id,
      label: label.en,
      example,
      pattern,
    })),
    enabled: method.enabled,
    position: method.position,
    created_at: instant(method.createdAt),
  };
}

/** The kind of issue about a number that other accounts use too. */
export const SHARED = "receiver_shared";

/** The response of create, with a warning if another account uses the same number. */
export function presentNewMethod(method: StoredMethod, isShared: boolean) {
  const warning = isShared
    ? "Another account of this service receives payments into the same number. Check that it is yours."
    : null;
  return { ...presentMethod(method), warning };
}
