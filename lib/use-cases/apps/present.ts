import type { PaymentMethodAnswer } from "../../contract/schemas/app.ts";
import { instant } from "../../domain/instant.ts";
import { gatewayUrl } from "../../pipeline/public-urls.ts";
import { FACTS } from "../../providers/facts.ts";
import type { App } from "../../store/apps.ts";
import type { StoredMethod } from "../../store/payment-methods.ts";

export function presentApp(app: App) {
  return {
    app_id: app.appId,
    object: "app" as const,
    name: app.name,
    color: app.color ?? null,
    logo_url: app.logo ? logoUrl(`${app.appId}-${app.logo}`) : null,
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

/** The response of create, with a warning if another account uses the same number. */
export function presentNewMethod(method: StoredMethod, isShared: boolean) {
  const warning = isShared
    ? "Another account of this service receives payments into the same number. Check that it is yours."
    : null;
  return { ...presentMethod(method), warning };
}
