import { notices } from "virtual:endpoints";
import { lazy, Suspense, useState } from "react";
import type { Answer } from "../../../../../lib/contract/client-types.ts";
import { providerName } from "../../data/apps.tsx";
import { formatMoney } from "../../format.ts";
import { useAction } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/copy.tsx";
import { Actions, Dialog } from "../../ui/dialog.tsx";
import { Choice, fieldError, TextArea, TextField } from "../../ui/field.tsx";
import { Notice, ProblemNotice } from "../../ui/problem.tsx";

type Source = Answer<typeof notices.readNoticeSource>;
type NewSource = Answer<typeof notices.createNoticeSource>;
type Kind = Source["kind"];

const QrCode = lazy(() => import("../../ui/qr-code.tsx"));

/** Pairs a phone: its name, and the app that forwards its messages. */
export function PairDialog({
  appId,
  onClose,
  onPaired,
}: {
  readonly appId: number;
  readonly onClose: () => void;
  readonly onPaired: (source: NewSource) => void;
}) {
  const [name, setName] = useState("");
  const [kind, setKind] = useState<Kind>("sms_forwarder");
  const [key, setKey] = useState("");
  const create = useAction(notices.createNoticeSource, onPaired, { refreshesFirst: true });
  return (
    <Dialog title={t("phones.pair")} onClose={onClose} wide>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const signing = kind === "sms_gateway" && key.trim() !== "" ? key.trim() : undefined;
          create.mutate({
            body: {
              app_id: appId,
              name: name.trim(),
              kind,
              ...(signing && { signing_key: signing }),
            },
          });
        }}
      >
        <TextField
          label={t("account.name")}
          value={name}
          maxLength={60}
          onChange={(event) => setName(event.target.value)}
          hint={t("phones.nameHint")}
          error={fieldError(create.error, "name")}
        />
        <Choice
          legend={t("phones.howItSends")}
          value={kind}
          onChange={setKind}
          options={[
            {
              value: "sms_forwarder",
              label: t("phones.smsForwarder"),
              hint: t("phones.smsForwarderHint"),
            },
            {
              value: "sms_gateway",
              label: t("phones.smsGateway"),
              hint: t("phones.smsGatewayHint"),
            },
            { value: "paste", label: t("phones.paste"), hint: t("phones.pasteHint") },
          ]}
        />
        {kind === "sms_gateway" && (
          <TextField
            label={t("phones.signingKey")}
            optional
            value={key}
            maxLength={128}
            autoComplete="off"
            onChange={(event) => setKey(event.target.value)}
            hint={t("phones.signingKeyHint")}
            error={fieldError(create.error, "signing_key")}
          />
        )}
        <ProblemNotice error={create.error} shown={["name", "signing_key"]} />
        <Actions>
          <Button onClick={onClose}>{t("account.cancel")}</Button>
          <Button type="submit" look="primary" busy={create.isPending} disabled={!name.trim()}>
            {t("phones.pair")}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}

/** The address and the secret, once, with the steps on the phone. */
export function SecretDialog({
  source,
  onClose,
}: {
  readonly source: NewSource;
  readonly onClose: () => void;
}) {
  const { url, secret, kind } = source;
  if (url === null || secret === null) {
    return (
      <Dialog title={t("phones.secret")} onClose={onClose}>
        <Notice kind="warn">{t("phones.secretGone")}</Notice>
        <Actions>
          <Button look="primary" onClick={onClose}>
            {t("webhooks.done")}
          </Button>
        </Actions>
      </Dialog>
    );
  }
  return (
    <Dialog title={t("phones.setUp")} onClose={onClose} closable={false} wide>
      <div className="space-y-4">
        <Notice kind="warn">{t("phones.shownOnce")}</Notice>
        <div className="flex flex-wrap items-start gap-4">
          <div className="min-w-0 flex-1 basis-72 space-y-4">
            <CodeBlock label={t("phones.address")}>{url}</CodeBlock>
            <div data-testid="secret">
              <CodeBlock label={t("phones.secret")}>{secret}</CodeBlock>
            </div>
          </div>
          <Suspense fallback={<div className="size-44 rounded-lg bg-hover" />}>
            <QrCode text={`${url}\n${secret}`} label={t("phones.qr")} />
          </Suspense>
        </div>
        <Steps kind={kind} url={url} secret={secret} />
      </div>
      <Actions>
        <Button look="primary" onClick={onClose}>
          {t("webhooks.done")}
        </Button>
      </Actions>
    </Dialog>
  );
}

function Steps({
  kind,
  url,
  secret,
}: {
  readonly kind: Kind;
  readonly url: string;
  readonly secret: string;
}) {
  const steps =
    kind === "sms_gateway"
      ? [t("phones.gateway1"), t("phones.gateway2"), t("phones.gateway3"), t("phones.gateway4")]
      : [
          t("phones.forwarder1"),
          t("phones.forwarder2"),
          t("phones.forwarder3"),
          t("phones.forwarder4"),
        ];
  return (
    <>
      <ol className="list-decimal space-y-1 pl-5">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {kind === "sms_gateway" ? (
        <CodeBlock label={t("phones.command")}>{gatewayCommand(url)}</CodeBlock>
      ) : (
        <>
          <CodeBlock label={t("phones.headers")}>{headersOf(secret)}</CodeBlock>
          <CodeBlock label={t("phones.template")}>{TEMPLATE}</CodeBlock>
          <p className="text-note text-soft">{t("phones.shortcuts")}</p>
        </>
      )}
    </>
  );
}

const TEMPLATE =
  '{"from":"%from%","text":"%text%","sentStamp":"%sentStamp%","receivedStamp":"%receivedStamp%","sim":"%sim%"}';

function headersOf(secret: string): string {
  return JSON.stringify({ "Content-Type": "application/json", Authorization: `Bearer ${secret}` });
}

/** One registration for each event, with the app's own login, in the phone's network. */
function gatewayCommand(url: string): string {
  return ["sms:received", "system:ping"]
    .map(
      (event) =>
        `curl -u USER:PASSWORD http://PHONE:8080/webhooks -H "Content-Type: application/json" -d '${JSON.stringify({ url, event })}'`,
    )
    .join("\n");
}

function meaningOf({ result, amount, currency, provider }: Answer<typeof notices.pasteNotice>) {
  if (result === "reversal") return t("phones.reversal");
  if (result !== "payment" || amount === null || currency === null) return t("phones.notAPayment");
  const bank = provider === null ? "" : providerName(provider);
  return t("phones.readAs", { amount: formatMoney(amount, currency), bank });
}

/** Pastes a bank's message by hand. */
export function PasteDialog({
  source,
  onClose,
}: {
  readonly source: Source;
  readonly onClose: () => void;
}) {
  const [sender, setSender] = useState("");
  const [text, setText] = useState("");
  const paste = useAction(notices.pasteNotice);
  const read = paste.data;
  return (
    <Dialog title={t("phones.pasteAMessage")} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          paste.mutate({ params: { id: source.id }, body: { sender: sender.trim(), text } });
        }}
      >
        <TextField
          label={t("phones.sender")}
          value={sender}
          maxLength={40}
          onChange={(event) => setSender(event.target.value)}
          hint={t("phones.senderHint")}
          error={fieldError(paste.error, "sender")}
        />
        <TextArea
          label={t("phones.message")}
          value={text}
          maxLength={1600}
          onChange={(event) => setText(event.target.value)}
          error={fieldError(paste.error, "text")}
        />
        {read && (
          <Notice kind={read.result === "payment" ? "good" : "warn"}>{meaningOf(read)}</Notice>
        )}
        <ProblemNotice error={paste.error} shown={["sender", "text"]} />
        <Actions>
          <Button onClick={onClose}>{t("webhooks.done")}</Button>
          <Button
            type="submit"
            look="primary"
            busy={paste.isPending}
            disabled={!sender.trim() || !text.trim()}
          >
            {t("phones.readIt")}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
