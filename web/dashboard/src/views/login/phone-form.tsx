import { auth } from "virtual:endpoints";
import { useState } from "react";
import { useAction } from "../../query.ts";
import { Button } from "../../ui/button.tsx";
import { fieldError, TextField } from "../../ui/field.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";

export function PhoneForm({
  onSent,
}: {
  readonly onSent: (phone: string, resendInSeconds: number) => void;
}) {
  const [phone, setPhone] = useState("");
  const send = useAction(auth.sendOtp, ({ resend_in }) => onSent(phone.trim(), resend_in));
  const isRefused = fieldError(send.error, "phone") !== null;
  return (
    <form
      className="mt-4"
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate({ body: { phone: phone.trim() } });
      }}
    >
      <TextField
        label="Phone number"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        autoFocus
        placeholder="0911 000 000"
        value={phone}
        onChange={(event) => setPhone(event.target.value)}
        hint="We send a code of six digits by SMS. New here? The same way signs you up."
        error={isRefused ? "This is not a phone number." : null}
      />
      <ProblemNotice error={send.error} shown={["phone"]} />
      <Button type="submit" look="primary" className="mt-2 w-full" busy={send.isPending}>
        Send the code
      </Button>
    </form>
  );
}
