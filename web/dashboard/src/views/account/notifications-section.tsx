import { notifications } from "virtual:endpoints";
import { useState } from "react";
import type { Answer } from "../../../../../lib/contract/client-types.ts";
import { LANGUAGES } from "../../layout/user-box.tsx";
import { useMay } from "../../may.ts";
import { useAction, useApi } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Text } from "../../texts/text.tsx";
import { Button } from "../../ui/button.tsx";
import { CheckBox, SelectField, TextField } from "../../ui/field.tsx";
import { Section, UnreadSection } from "../../ui/page.tsx";
import { Notice, ProblemNotice } from "../../ui/problem.tsx";
import { Time } from "../../ui/time.tsx";
import { toast } from "../../ui/toast.tsx";
import { useUser } from "../../use-session.ts";

type Settings = Answer<typeof notifications.readNotifications>;
type Change = (changed: Partial<Settings>) => void;

/** Each channel's name and its hint. */
const CHANNELS: Readonly<Record<Settings["channel"], readonly [string, string]>> = {
  telegram: [t("notifications.channelTelegram"), t("notifications.telegramHint")],
  sms: [t("notifications.channelSms"), t("notifications.smsHint")],
  none: [t("notifications.channelNone"), t("notifications.noneHint")],
};

const KINDS: Readonly<Record<Settings["kinds"][number], string>> = {
  review: t("notifications.review"),
  webhook: t("notifications.webhook"),
  credits: t("notifications.credits"),
  receiving_account: t("notifications.receiving_account"),
  notice_source: t("notifications.notice_source"),
  sign_in: t("notifications.sign_in"),
  books: t("notifications.books"),
};

const NIGHT = { from: "22:00", until: "07:00" };

/** The user's notification settings in the account in use. */
export function NotificationsSection() {
  const { data, error, refetch } = useApi(notifications.readNotifications, {});
  if (data === undefined) {
    return error ? (
      <UnreadSection title={t("notifications.title")} {...{ error, refetch }} />
    ) : null;
  }
  return <NotificationsForm stored={data} />;
}

/** What is stored with the choices that are not saved yet, without those that are no longer offered. */
function withChoices(stored: Settings, chosen: Partial<Settings>): Settings {
  const { available_channels, available_kinds } = stored;
  const { channel, kinds, ...wanted } = { ...stored, ...chosen };
  return {
    ...wanted,
    channel: available_channels.includes(channel) ? channel : stored.channel,
    kinds: kinds.filter((kind) => available_kinds.includes(kind)),
  };
}

function NotificationsForm({ stored }: { readonly stored: Settings }) {
  const [chosen, setChosen] = useState<Partial<Settings>>({});
  const wanted = withChoices(stored, chosen);
  const change: Change = (changed) => setChosen((before) => ({ ...before, ...changed }));
  const save = useAction(notifications.updateNotifications, () => toast(t("notifications.saved")), {
    refreshesFirst: true,
  });
  const test = useAction(notifications.testNotifications, () => toast(t("notifications.testSent")));
  const seesSums = useMay("reports");
  const { channel, kinds, paid, language, quiet_hours } = wanted;
  return (
    <Section title={t("notifications.title")} lead={t("notifications.lead")}>
      <Stopped stopped={stored.stopped} botUrl={stored.telegram_bot_url} />
      <form
        className="max-w-md"
        onSubmit={(event) => {
          event.preventDefault();
          const isChosen = channel !== stored.channel || stored.stopped !== null;
          const more = isChosen ? { channel } : {};
          // What was chosen while this was sent is not saved yet.
          const onSuccess = () => setChosen((now) => (now === chosen ? {} : now));
          save.mutate({ body: { kinds, paid, language, quiet_hours, ...more } }, { onSuccess });
        }}
      >
        <SelectField
          label={t("notifications.channel")}
          value={channel}
          hint={
            <>
              {CHANNELS[channel][1]}
              {channel === "telegram" && <BotLink botUrl={stored.telegram_bot_url} />}
            </>
          }
          onChange={(event) => change({ channel: event.target.value as Settings["channel"] })}
        >
          {stored.available_channels.map((one) => (
            <option key={one} value={one}>
              {CHANNELS[one][0]}
            </option>
          ))}
        </SelectField>
        <Kinds wanted={wanted} change={change} />
        <SelectField
          label={t("notifications.paid")}
          value={paid}
          hint={t("notifications.paidHint")}
          onChange={(event) => change({ paid: event.target.value as Settings["paid"] })}
        >
          <option value="none">{t("notifications.paidNone")}</option>
          {seesSums && <option value="daily">{t("notifications.paidDaily")}</option>}
          <option value="each">{t("notifications.paidEach")}</option>
        </SelectField>
        <SelectField
          label={t("notifications.language")}
          value={language ?? ""}
          onChange={(event) =>
            change({ language: (event.target.value || null) as Settings["language"] })
          }
        >
          <option value="">{t("notifications.languageSame")}</option>
          {LANGUAGES.map(({ language: one, name }) => (
            <option key={one} value={one}>
              {name}
            </option>
          ))}
        </SelectField>
        <Night wanted={wanted} change={change} />
        <ProblemNotice error={save.error ?? test.error} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" look="primary" busy={save.isPending}>
            {t("account.save")}
          </Button>
          {stored.channel !== "none" && (
            <Button busy={test.isPending} onClick={() => test.mutate({ body: {} })}>
              {t("notifications.test")}
            </Button>
          )}
        </div>
      </form>
    </Section>
  );
}

/** The way to the chat in which a member presses Start. */
function BotLink({ botUrl }: { readonly botUrl: string | null }) {
  if (botUrl === null) return null;
  return (
    <a href={botUrl} target="_blank" rel="noreferrer" className="link ml-1">
      {t("notifications.openBot")}
    </a>
  );
}

interface StoppedProps extends Pick<Settings, "stopped"> {
  readonly botUrl: string | null;
}

function Stopped({ stopped, botUrl }: StoppedProps) {
  if (stopped === null) return null;
  const id =
    stopped.reason === "blocked"
      ? "notifications.stoppedBlocked"
      : "notifications.stoppedNotStarted";
  return (
    <Notice kind="warn">
      <Text id={id} values={{ time: <Time at={stopped.at} /> }} />
      <BotLink botUrl={botUrl} />
    </Notice>
  );
}

interface Part {
  readonly wanted: Settings;
  readonly change: Change;
}

function Kinds({ wanted: { kinds, available_kinds }, change }: Part) {
  const isOwner = useUser().role === "owner";
  return (
    <fieldset className="mb-4">
      <legend className="mb-2 font-medium">{t("notifications.kinds")}</legend>
      {available_kinds.map((kind) => {
        const isFixed = isOwner && kind === "receiving_account";
        return (
          <CheckBox
            key={kind}
            label={KINDS[kind]}
            hint={isFixed ? t("notifications.ownersAlways") : undefined}
            checked={kinds.includes(kind)}
            disabled={isFixed}
            onChange={(isOn) =>
              change({
                kinds: available_kinds.filter((one) => (one === kind ? isOn : kinds.includes(one))),
              })
            }
          />
        );
      })}
    </fieldset>
  );
}

function Night({ wanted: { quiet_hours: quiet }, change }: Part) {
  const set = (changed: Partial<typeof NIGHT>) =>
    change({ quiet_hours: { ...(quiet ?? NIGHT), ...changed } });
  return (
    <>
      <CheckBox
        label={t("notifications.quiet")}
        hint={t("notifications.quietHint")}
        checked={quiet !== null}
        onChange={(isOn) => change({ quiet_hours: isOn ? NIGHT : null })}
      />
      {quiet !== null && (
        <div className="grid grid-cols-2 gap-4">
          <TextField
            type="time"
            label={t("notifications.from")}
            value={quiet.from}
            onChange={(event) => set({ from: event.target.value })}
          />
          <TextField
            type="time"
            label={t("notifications.until")}
            value={quiet.until}
            onChange={(event) => set({ until: event.target.value })}
          />
        </div>
      )}
    </>
  );
}
