import type { QueueName, SecretName } from "../contract/access.ts";

/** Physical names and variable names that several constructs share. */

const SERVICE = "checkout";

/** At most 64 characters for functions: `checkout-{stage}-{id}`. */
export function physicalName(stage: string, id: string): string {
  return `${SERVICE}-${stage}-${id}`;
}

/** `v1-create-checkout` → `V1CreateCheckout`, for logical ids. */
export function pascalCase(kebab: string): string {
  return kebab
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

export function queueVariable(queue: QueueName): string {
  return `QUEUE_URL_${screamingCase(queue)}`;
}

export function secretVariable(secret: SecretName): string {
  return `SECRET_${screamingCase(secret)}`;
}

function screamingCase(kebab: string): string {
  return kebab.replaceAll("-", "_").toUpperCase();
}
