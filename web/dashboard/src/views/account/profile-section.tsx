import { account } from "virtual:endpoints";
import { useState } from "react";
import { client } from "../../client.ts";
import { useAction } from "../../query.ts";
import { setSession } from "../../session.ts";
import { t } from "../../texts/t.ts";
import { Text } from "../../texts/text.tsx";
import { Button } from "../../ui/button.tsx";
import { Copyable } from "../../ui/copy.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { fieldError, TextField } from "../../ui/field.tsx";
import { Section } from "../../ui/page.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";
import { toast } from "../../ui/toast.tsx";
import { useUser } from "../../use-session.ts";

export function ProfileSection() {
  const user = useUser();
  const [name, setName] = useState(user.name ?? "");
  const update = useAction(account.updateMe, (changed) => {
    setSession({ kind: "signed-in", user: changed });
    toast(t("account.saved"));
  });
  return (
    <Section title={t("account.profile")}>
      <form
        className="max-w-md"
        onSubmit={(event) => {
          event.preventDefault();
          update.mutate({ body: { name: name.trim() || null } });
        }}
      >
        <p className="mb-4 text-soft">
          <Text
            id="account.account"
            values={{
              copyable: <Copyable value={user.account_id} label={t("account.accountId")} />,
            }}
          />
        </p>
        <TextField
          label={t("account.name")}
          optional
          value={name}
          maxLength={100}
          autoComplete="name"
          onChange={(event) => setName(event.target.value)}
          error={fieldError(update.error, "name")}
        />
        <ProblemNotice error={update.error} shown={["name"]} />
        <Button type="submit" look="primary" busy={update.isPending}>
          {t("account.save")}
        </Button>
      </form>
    </Section>
  );
}

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
          conflict={t("account.undecidedFirst")}
          onConfirm={() => close.mutate({})}
          onClose={() => setAsking(false)}
        >
          <p>{t("account.yourServersAreRefused")}</p>
        </Confirm>
      )}
    </Section>
  );
}
