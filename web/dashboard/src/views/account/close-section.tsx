import { account } from "virtual:endpoints";
import { useState } from "react";
import { client } from "../../client.ts";
import { useAction } from "../../query.ts";
import { setSession } from "../../session.ts";
import { t } from "../../texts/t.ts";
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
    <Section title={t("account.closeYourAccount")} lead={t("account.yourDevicesApiKeys")}>
      <Button look="danger" onClick={() => setAsking(true)}>
        {t("account.closeAccount")}
      </Button>
      {isAsking && (
        <Confirm
          title={t("account.closeYourAccount2")}
          action={t("account.closeAccount")}
          typed={t("account.closeMyAccount")}
          busy={close.isPending}
          error={close.error}
          onConfirm={() => close.mutate({})}
          onClose={() => setAsking(false)}
        >
          <p>{t("account.yourServersAreRefused")}</p>
        </Confirm>
      )}
    </Section>
  );
}
