import { links } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { client } from "../../client.ts";
import type { Checkout } from "../../data/checkouts.ts";
import { formatMoney } from "../../format.ts";
import { t } from "../../texts/t.ts";
import { Text } from "../../texts/text.tsx";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Actions } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SharePanel } from "../../ui/share-panel.tsx";
import { Time } from "../../ui/time.tsx";

export function LinkReady({
  checkout,
  onAnother,
}: {
  readonly checkout: Checkout;
  readonly onAnother: () => void;
}) {
  // The short URL fits an SMS. Until it is loaded, and if that fails, the long one is shown.
  const short = useShortLink(checkout.id);
  return (
    <div>
      <Notice kind="good">
        <Text
          id="checkouts.theLinkForIs"
          values={{
            currency: formatMoney(checkout.amount, checkout.currency),
            time: <Time at={checkout.expires_at} />,
          }}
        />
      </Notice>
      <div className="mt-4">
        <SharePanel url={short.data?.url ?? checkout.pay_url} />
      </div>
      <Actions>
        <Button onClick={onAnother}>{t("checkouts.createAnother")}</Button>
        <ButtonLink look="primary" to="/checkouts/$checkoutId" params={{ checkoutId: checkout.id }}>
          {t("checkouts.viewCheckout")}
        </ButtonLink>
      </Actions>
    </div>
  );
}

function useShortLink(id: string) {
  return useQuery({
    queryKey: ["short-link", id],
    queryFn: () => client.call(links.shareCheckout, { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
