import { type VerifyBody, verifyBody } from "../../contract/schemas/verification.ts";
import { invalidField } from "../../domain/errors.ts";
import type { Typed } from "./form.ts";

const details = verifyBody.pick({ payer_phone: true, payer_account_suffix: true });

/** Validates what the payer typed beside the reference. @throws ServiceError `invalid_request` naming the field */
export function payerDetailsOf(
  typed: Typed,
): Pick<VerifyBody, "payer_phone" | "payer_account_suffix"> {
  const result = details.safeParse({
    payer_phone: withoutMarks(typed.payer_phone),
    payer_account_suffix: withoutMarks(typed.payer_account_suffix),
  });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw invalidField(issue?.path.join(".") ?? "payer_phone", issue?.message ?? "is not valid");
}

/** A number without what people put between its digits, and without the stars of a masked account. */
function withoutMarks(typed: string | undefined): string | undefined {
  return typed?.replaceAll(/[\s().*\u2010-\u2015-]/g, "") || undefined;
}
