import { PUBLIC_LINK_BASES, type TransferInput } from "../../../lib/local/bank/draft-transfer.ts";
import { BankLedger } from "../../../lib/local/bank/ledger.ts";
import { merchantSms } from "../../../lib/local/bank/phone-messages.ts";
import type { BankTransfer } from "../../../lib/local/bank/transfer.ts";
import type { NoticeProvider } from "../../../lib/providers/notices.ts";
import { NOW } from "../fixtures/simulated-bank.ts";

/** The shop's own account at each bank, invented. */
export const OWN: Readonly<Record<NoticeProvider, string>> = {
  telebirr: "251911000142",
  cbe: "1000200300401",
  boa: "200300401",
  dashen: "5200300400111",
  awash: "01320030040100",
  cbe_birr: "251911000143",
  mpesa: "251711000142",
};

/** A transfer to the shop, and the message about it. */
export function told(
  provider: NoticeProvider,
  options: { layout?: string; balance?: number; transfer?: Partial<TransferInput> } = {},
) {
  const [transfer] = new BankLedger(null, "notices").book(
    {
      provider,
      amount: 150_000,
      receiver_account: OWN[provider],
      receiver_name: "Selam Coffee Shop",
      payer_name: "Almeta Worqesh Tindale",
      ...options.transfer,
    },
    NOW,
    {},
  );
  if (transfer === undefined) throw new Error("no transfer");
  const asked = transfer as BankTransfer & { provider: NoticeProvider };
  const message = merchantSms(
    asked,
    PUBLIC_LINK_BASES,
    options.balance ?? 1_234_567,
    options.layout,
  );
  return { transfer: asked, ...message };
}
