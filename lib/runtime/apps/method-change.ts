import type * as z from "zod";
import type { updatePaymentMethodBody } from "../../contract/schemas/app.ts";
import type { StoredMethod } from "../../store/apps.ts";

type Change = Partial<
  Pick<StoredMethod, "accountName" | "label" | "instructions" | "enabled" | "position">
>;

/** The fields that a request names, in our words; those that it leaves out stay out. */
export function changeOf(body: z.output<typeof updatePaymentMethodBody>): Change {
  const { account_name: accountName, label, instructions, enabled, position } = body;
  return {
    ...(accountName === undefined ? {} : { accountName }),
    ...(label === undefined ? {} : { label }),
    ...(instructions === undefined ? {} : { instructions }),
    ...(enabled === undefined ? {} : { enabled }),
    ...(position === undefined ? {} : { position }),
  };
}
