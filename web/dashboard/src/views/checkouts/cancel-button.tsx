import { checkouts } from "virtual:endpoints";
import { useState } from "react";
import type { CheckoutHistory } from "../../data/checkouts.ts";
import { useAction } from "../../query.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { toast } from "../../ui/toast.tsx";

export function CancelButton({ checkout }: { readonly checkout: CheckoutHistory }) {
  const [isAsking, setAsking] = useState(false);
  const cancel = useAction(checkouts.cancelCheckout, () => {
    toast("Checkout canceled");
    setAsking(false);
  });
  if (checkout.status !== "open" && checkout.status !== "verifying") return null;
  return (
    <>
      <Button onClick={() => setAsking(true)}>Cancel checkout</Button>
      {isAsking && (
        <Confirm
          title="Cancel this checkout?"
          action="Cancel it"
          busy={cancel.isPending}
          error={cancel.error}
          onConfirm={() => cancel.mutate({ params: { id: checkout.id } })}
          onClose={() => setAsking(false)}
        >
          <p>The customer can no longer pay it. What was paid already is not sent back by this.</p>
        </Confirm>
      )}
    </>
  );
}
