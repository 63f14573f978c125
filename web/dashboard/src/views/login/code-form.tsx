import { auth } from "virtual:endpoints";
import { useEffect, useState } from "react";
import type { Session } from "../../../../../lib/contract/client.ts";
import { useAction } from "../../query.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";

const LENGTH = 6;

/** One field, so that pasting, and the keyboard's suggestion from the SMS, simply work. */
export function CodeForm({
  phone,
  resendInSeconds,
  onDone,
  onBack,
}: {
  readonly phone: string;
  readonly resendInSeconds: number;
  readonly onDone: (session: Session) => void;
  readonly onBack: () => void;
}) {
  const [code, setCode] = useState("");
  const verify = useAction(auth.verifyOtp, onDone);
  const submit = (digits: string) => {
    if (digits.length === LENGTH && !verify.isPending) {
      verify.mutate({ body: { phone, code: digits } });
    }
  };
  return (
    <form
      className="mt-1"
      onSubmit={(event) => {
        event.preventDefault();
        submit(code);
      }}
    >
      <p className="mb-4 text-soft">
        If {phone} can log in here, it gets an SMS within a minute. The code is good for 5 minutes.
      </p>
      <TextField
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        value={code}
        className="text-center font-mono !text-xl tracking-[0.4em]"
        onChange={(event) => {
          const digits = event.target.value.replace(/\D/g, "").slice(0, LENGTH);
          setCode(digits);
          submit(digits);
        }}
      />
      <ProblemNotice error={verify.error} />
      <Button
        type="submit"
        look="primary"
        className="mt-2 w-full"
        busy={verify.isPending}
        disabled={code.length !== LENGTH}
      >
        Log in
      </Button>
      <div className="mt-4 flex flex-wrap justify-between gap-2">
        <Button look="ghost" size="sm" onClick={onBack}>
          Other number
        </Button>
        <Resend phone={phone} seconds={resendInSeconds} />
      </div>
    </form>
  );
}

function Resend({ phone, seconds }: { readonly phone: string; readonly seconds: number }) {
  const [left, setLeft] = useState(seconds);
  const send = useAction(auth.sendOtp, ({ resend_in }) => setLeft(resend_in));
  const wait = send.error?.retryAfterSeconds ?? null;
  useEffect(() => {
    if (wait !== null) setLeft(wait);
  }, [wait]);
  useEffect(() => {
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <Button
      look="ghost"
      size="sm"
      disabled={left > 0}
      busy={send.isPending}
      onClick={() => send.mutate({ body: { phone } })}
    >
      {left > 0 ? `Send again in ${left} s` : "Send again"}
    </Button>
  );
}
