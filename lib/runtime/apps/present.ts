import type { PaymentMethodAnswer } from "../../contract/schemas/app.ts";
import { PROVIDER_INPUTS } from "../../providers/inputs.ts";
import type { App, StoredMethod } from "../../store/apps.ts";

export function presentApp(app: App) {
  return {
    app_id: app.appId,
    object: "app" as const,
    name: app.name,
    created_at: new Date(app.createdAt).toISOString(),
  };
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
    inputs: PROVIDER_INPUTS[method.provider].map(({ id, label, example, pattern }) => ({
      id,
      label: label.en,
      example,
      pattern,
    })),
    enabled: method.enabled,
    position: method.position,
    created_at: new Date(method.createdAt).toISOString(),
  };
}

/** The answer of create, which is where a shared number is told of. */
export function presentNewMethod(method: StoredMethod, isShared: boolean) {
  const warning = isShared
    ? "Another account of this service receives payments into the same number. Check that it is yours."
    : null;
  return { ...presentMethod(method), warning };
}
