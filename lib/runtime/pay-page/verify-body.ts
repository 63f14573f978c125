import { type VerifyBody, verifyBody } from "../../contract/schemas/verification.ts";
import { invalidField } from "../../domain/errors.ts";
import type { ProviderId } from "../../domain/provider.ts";
import type { Typed } from "./typed.ts";

/** The form as the body of a verify call. @throws ServiceError `invalid_request` naming the field */
export function verifyBodyOf(typed: Typed, provider: ProviderId | undefined): VerifyBody {
  const result = verifyBody.safeParse({
    provider,
    input: typed.input,
    payer_phone: typed.payer_phone?.trim() || undefined,
  });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw invalidField(issue?.path.join(".") ?? "input", issue?.message ?? "is not valid");
}
