import { checkouts } from "virtual:endpoints";
import { useState } from "react";
import type { CheckoutHistory } from "../../data/checkouts.ts";
import { useAction } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { toast } from "../../ui/toast.tsx";

export function CancelButton({ checkout }: { readonly checkout: CheckoutHistory }) {
  const [isAsking, setAsking] = useState(false);
  const cancel = useAction(checkouts.cancelCheckout, () => {
    toast(t("checkouts.checkoutCanceled"));
    setAsking(false);
  });
  if (checkout.status !== "open" && checkout.status !== "verifying") return null;
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t("checkouts.cancelCheckout")}</Button>
      {isAsking && (
        <Confirm
          title={t("checkouts.cancelThisCheckout")}
          action={t("checkouts.cancelCheckout")}
          busy={cancel.isPending}
          error={cancel.error}
          onConfirm={() => cancel.mutate({ params: { id: checkout.id } })}
          onClose={() => setAsking(false)}
        >
          <p>{t("checkouts.theCustomerCanNo")}</p>
        </Confirm>
      )}
    </>
  );
}
