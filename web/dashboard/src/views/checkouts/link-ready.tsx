import type { Checkout } from "../../data/checkouts.ts";
import { formatMoney } from "../../format.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { Actions } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Time } from "../../ui/time.tsx";

export function LinkReady({
  checkout,
  onAnother,
}: {
  readonly checkout: Checkout;
  readonly onAnother: () => void;
}) {
  return (
    <div>
      <Notice kind="good">
        The link for {formatMoney(checkout.amount, checkout.currency)} is ready. It expires{" "}
        <Time at={checkout.expires_at} />.
      </Notice>
      <div className="mt-4 flex items-center gap-2 rounded-lg border border-line bg-raised py-2 pr-2 pl-3">
        <a
          href={checkout.pay_url}
          target="_blank"
          rel="noreferrer"
          className="link min-w-0 break-all"
        >
          {checkout.pay_url}
        </a>
        <CopyButton value={checkout.pay_url} label="payment link" text="Copy" />
      </div>
      <Actions>
        <Button onClick={onAnother}>Make another</Button>
        <ButtonLink look="primary" to="/checkouts/$checkoutId" params={{ checkoutId: checkout.id }}>
          Follow it
        </ButtonLink>
      </Actions>
    </div>
  );
}
