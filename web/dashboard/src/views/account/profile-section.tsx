import { account } from "virtual:endpoints";
import { useState } from "react";
import { useAction } from "../../query.ts";
import { setSession, useUser } from "../../session.ts";
import { Button } from "../../ui/button.tsx";
import { Copyable } from "../../ui/copy.tsx";
import { fieldError, SelectField, TextField } from "../../ui/field.tsx";
import { Section } from "../../ui/page.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";
import { toast } from "../../ui/toast.tsx";

type Channel = ReturnType<typeof useUser>["notify_by"];

export function ProfileSection() {
  const user = useUser();
  const [name, setName] = useState(user.name ?? "");
  const [channel, setChannel] = useState<Channel>(user.notify_by);
  const update = useAction(account.updateMe, (changed) => {
    setSession({ kind: "signed-in", user: changed });
    toast("Saved");
  });
  return (
    <Section title="You">
      <form
        className="max-w-md"
        onSubmit={(event) => {
          event.preventDefault();
          update.mutate({ body: { name: name.trim() || null, notify_by: channel } });
        }}
      >
        <p className="mb-4 text-soft">
          Account <Copyable value={user.account_id} label="account id" />
        </p>
        <TextField
          label="Name"
          optional
          value={name}
          maxLength={100}
          autoComplete="name"
          onChange={(event) => setName(event.target.value)}
          error={fieldError(update.error, "name")}
        />
        <SelectField
          label="Tell me of what cannot wait by"
          value={channel}
          onChange={(event) => setChannel(event.target.value as Channel)}
          hint="A low balance, a disabled endpoint, a checkout in review: at most one message a day of each."
        >
          <option value="sms" disabled={user.phone === null}>
            SMS
          </option>
          <option value="telegram" disabled={user.telegram === null}>
            Telegram
          </option>
          <option value="none">Nothing, I look here</option>
        </SelectField>
        <ProblemNotice error={update.error} shown={["name"]} />
        <Button type="submit" look="primary" busy={update.isPending}>
          Save
        </Button>
      </form>
    </Section>
  );
}
