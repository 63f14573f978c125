import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { Session } from "../../../../../lib/contract/client.ts";
import { client } from "../../client.ts";
import { Brand } from "../../layout/brand.tsx";
import { END_WORDS, setSession, useSession } from "../../session.ts";
import { Notice } from "../../ui/notice.tsx";
import { CodeForm } from "./code-form.tsx";
import { PhoneForm } from "./phone-form.tsx";
import { TelegramButton } from "./telegram-button.tsx";

interface Sent {
  readonly phone: string;
  readonly resendInSeconds: number;
}

export function LoginView() {
  const session = useSession();
  const navigate = useNavigate();
  const { next } = useSearch({ from: "/login" });
  const [sent, setSent] = useState<Sent | null>(null);
  const isIn = session.kind === "signed-in";
  useEffect(() => {
    document.title = "Log in · Checkout Verification";
    if (isIn) void navigate({ href: next ?? "/", replace: true });
  }, [isIn, navigate, next]);

  const signIn = (answer: Session) => {
    client.signIn(answer);
    setSession({ kind: "signed-in", user: answer.user });
  };
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-sm">
        <div className="mb-6 flex justify-center text-base">
          <Brand />
        </div>
        <div className="card p-6">
          <h1 className="text-xl font-semibold">{sent ? "Enter the code" : "Log in"}</h1>
          {session.kind === "signed-out" && session.why && !sent && (
            <div className="mt-4">
              <Notice>{END_WORDS[session.why]}</Notice>
            </div>
          )}
          {sent ? (
            <CodeForm
              phone={sent.phone}
              resendInSeconds={sent.resendInSeconds}
              onDone={signIn}
              onBack={() => setSent(null)}
            />
          ) : (
            <>
              <PhoneForm onSent={(phone, resendInSeconds) => setSent({ phone, resendInSeconds })} />
              <TelegramButton onDone={signIn} />
            </>
          )}
        </div>
        <p className="mt-6 text-center text-[13px] text-soft">
          Verifies bank transfers by the bank’s own receipt. We never hold your money.
        </p>
      </div>
    </main>
  );
}
