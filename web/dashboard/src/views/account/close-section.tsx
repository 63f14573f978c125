import { account } from "virtual:endpoints";
import { useState } from "react";
import { client } from "../../client.ts";
import { useAction } from "../../query.ts";
import { setSession } from "../../session.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Section } from "../../ui/page.tsx";

export function CloseSection() {
  const [isAsking, setAsking] = useState(false);
  const close = useAction(account.closeAccount, () => {
    client.signOut();
    setSession({ kind: "signed-out", why: "closed" });
  });
  return (
    <Section
      title="Close the account"
      lead="Devices, API keys and webhook endpoints die at once; the data is deleted after 30 days."
    >
      <Button look="danger" onClick={() => setAsking(true)}>
        Close account
      </Button>
      {isAsking && (
        <Confirm
          title="Close your account?"
          action="Close account"
          typed="close my account"
          busy={close.isPending}
          error={close.error}
          onConfirm={() => close.mutate({})}
          onClose={() => setAsking(false)}
        >
          <p>
            Your servers are refused at once, nobody is told of payments any more, and credits that
            are left are lost.
          </p>
        </Confirm>
      )}
    </Section>
  );
}
