import * as z from "zod";
import { BANK_PROVIDERS, type BankProvider } from "./transfer.ts";

const provider = z.enum(BANK_PROVIDERS as [BankProvider, ...BankProvider[]]);
const text = z.string().min(1).max(200);

/** Body of `POST /_local/bank/transfers/`. Unknown fields are refused. */
export const transferInput = z.strictObject({
  provider,
  /** Minor units. */
  amount: z.int().min(1).max(1_000_000_000_000),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, "must be an ISO 4217 code in capitals")
    .optional(),
  receiver_account: text.optional(),
  receiver_name: text.optional(),
  /** A provider id, or any institution's name as receipts print it; the provider itself by default. */
  receiver_bank: text.optional(),
  payer_name: text.optional(),
  payer_account: text.optional(),
  /** RFC 3339; receipts show whole seconds at best. */
  paid_at: z.iso.datetime({ offset: true }).optional(),
  /** Other than `completed`, providers whose receipt shows no status answer "not found". */
  status: z.enum(["completed", "pending", "reversed", "failed"]).optional(),
  /** The other institution of a wallet → bank transfer: both then book it, see `aliases`. */
  via: provider.optional(),
  // The following fields are for tests.
  /** Name or index of the layout's variant; the first one by default. */
  variant: z.union([text, z.int().min(0)]).optional(),
  /** Service fee before VAT, minor units. */
  fee: z.int().min(0).max(1_000_000_000).optional(),
  /** Whether accounts and phones are masked; as the variant has it by default. */
  masked: z.boolean().optional(),
  /** The day without the time, also where the provider would show it. */
  date_only: z.boolean().optional(),
  /**
   * What to leave out: labels (`Payer Name`) or whole groups: `payer`, `receiver`, `amount`, `date`,
   * `reference`, `status`, `fee`, `note`.
   */
  omit: z.array(text).max(30).optional(),
  /** Why it was paid, printed as narrative or reason. */
  reason: text.optional(),
  /** Whose digits or phone open the receipt at CBE's PDF host, Abyssinia and CBE Birr. */
  suffix_of: z.enum(["receiver", "payer", "either"]).optional(),
  /** How many first lookups answer 400 for no reason, as CBE's JSON host does at times. */
  hiccups: z.int().min(0).max(10).optional(),
  /** Which of CBE's three links the customer holds; `json` by default. */
  link_form: z.enum(["json", "pdf", "branch"]).optional(),
  sms_language: z.enum(["en", "am"]).optional(),
  /** Whose message it is: the payer's (`debit`, the default) or the receiver's (`credit`). */
  sms_side: z.enum(["debit", "credit"]).optional(),
});

export type TransferInput = z.infer<typeof transferInput>;
