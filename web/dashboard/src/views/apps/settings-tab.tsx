import { apps } from "virtual:endpoints";
import { useNavigate, useParams } from "@tanstack/react-router";
import { type ChangeEvent, useEffect, useState } from "react";
import { ApiProblem } from "../../../../../clients/typescript/src/problem.ts";
import type { App } from "../../data/apps.tsx";
import { useAction, useApi } from "../../query.ts";
import { language, t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { buttonClass } from "../../ui/button-class.ts";
import { Confirm } from "../../ui/dialog.tsx";
import { fieldError, TextField } from "../../ui/field.tsx";
import { Section } from "../../ui/page.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";
import { toast } from "../../ui/toast.tsx";

const MAX_BYTES = 50 * 1024;
const DEFAULT_COLOR = "#0b6b5d";

/** The merchant's logo and color on the pay page. The service checks the file; here only its size. */
export function BrandingSection({ app }: { readonly app: App }) {
  const params = { app_id: app.app_id };
  const [color, setColor] = useState(app.color ?? DEFAULT_COLOR);
  useEffect(() => setColor(app.color ?? DEFAULT_COLOR), [app.color]);
  const [tooLarge, setTooLarge] = useState(false);
  const update = useAction(apps.updateApp, () => toast(t("apps.colorSaved")));
  const upload = useAction(apps.setAppLogo, () => toast(t("apps.logoSaved")));
  const remove = useAction(apps.removeAppLogo);
  const refused =
    upload.error instanceof ApiProblem
      ? upload.error.errors.find(({ path }) => path === "data")?.message
      : undefined;
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = "";
    if (!file) return;
    setTooLarge(file.size > MAX_BYTES);
    if (file.size > MAX_BYTES) return;
    const bytes = new Uint8Array(await file.arrayBuffer());
    const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    const content_type = file.type === "image/svg+xml" ? "image/svg+xml" : "image/png";
    upload.mutate({ params, body: { content_type, data } });
  };
  return (
    <Section title={t("apps.branding")} lead={t("apps.yourLogoAndColor")}>
      <div className="grid gap-6 sm:grid-cols-2">
        <div>
          <p className="mb-2 font-medium">{t("apps.logo")}</p>
          {app.logo_url && (
            <img
              src={app.logo_url}
              alt={t("apps.logo")}
              className="mb-3 h-16 max-w-48 rounded-lg border border-line bg-white object-contain p-1"
            />
          )}
          {/* The browser's own button would speak the browser's language. */}
          <label
            className={buttonClass(
              { size: "sm" },
              "cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
            )}
          >
            {t("apps.chooseFile")}
            <input
              type="file"
              accept="image/png,image/svg+xml"
              disabled={upload.isPending}
              onChange={(event) => void choose(event)}
              className="sr-only"
            />
          </label>
          <p className={`mt-1 text-note ${tooLarge ? "text-bad" : "text-soft"}`}>
            {tooLarge ? t("apps.thisFileIsToo") : t("apps.pngOrSvgAt")}
          </p>
          {app.logo_url && (
            <Button
              size="sm"
              look="ghost"
              className="mt-2 -ml-3"
              busy={remove.isPending}
              onClick={() => remove.mutate({ params })}
            >
              {t("apps.removeLogo")}
            </Button>
          )}
          {refused && (
            <p role="alert" className="mt-1 text-note text-bad">
              {t("apps.weCantUseThis")}
              {language() === "en" && ` It ${refused}.`}
            </p>
          )}
          <ProblemNotice error={upload.error ?? remove.error} shown={["data"]} />
        </div>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            update.mutate({ params, body: { color } });
          }}
        >
          <label className="mb-2 block font-medium">
            {t("apps.color")}
            <input
              type="color"
              value={color}
              onChange={(event) => setColor(event.target.value)}
              className="mt-2 block h-10 w-20 cursor-pointer rounded-lg border border-line-strong bg-surface p-1"
            />
          </label>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" size="sm" busy={update.isPending} disabled={color === app.color}>
              {t("apps.saveColor")}
            </Button>
            {app.color !== null && (
              <Button
                size="sm"
                look="ghost"
                onClick={() => update.mutate({ params, body: { color: null } })}
              >
                {t("apps.useDefaultColor")}
              </Button>
            )}
          </div>
          <ProblemNotice error={update.error} />
        </form>
      </div>
    </Section>
  );
}

export function SettingsTab() {
  const { appId } = useParams({ from: "/inside/apps/$appId" });
  const params = { app_id: appId };
  const app = useApi(apps.readApp, { params });
  const stored = app.data?.name ?? "";
  const [name, setName] = useState(stored);
  useEffect(() => setName(stored), [stored]);
  const [isDeleting, setDeleting] = useState(false);
  const navigate = useNavigate();
  const update = useAction(apps.updateApp, () => toast(t("apps.nameChanged")));
  const remove = useAction(apps.deleteApp, (_, isShown) => {
    toast(t("apps.appDeleted"));
    if (isShown) void navigate({ to: "/apps" });
  });
  return (
    <>
      <Section title={t("account.name")} lead={t("apps.customersSeeThisName2")}>
        <form
          className="max-w-md"
          onSubmit={(event) => {
            event.preventDefault();
            update.mutate({ params, body: { name: name.trim() } });
          }}
        >
          <TextField
            label={t("apps.appName")}
            value={name}
            maxLength={100}
            onChange={(event) => setName(event.target.value)}
            error={fieldError(update.error, "name")}
          />
          <ProblemNotice error={update.error} shown={["name"]} />
          <Button
            type="submit"
            look="primary"
            busy={update.isPending}
            disabled={!name.trim() || name.trim() === stored}
          >
            {t("account.save")}
          </Button>
        </form>
      </Section>
      {app.data && <BrandingSection app={app.data} />}
      <Section title={t("apps.deleteThisApp")} lead={t("apps.itsApiKeysAnd")}>
        <Button look="danger" onClick={() => setDeleting(true)}>
          {t("apps.deleteApp")}
        </Button>
      </Section>
      {isDeleting && (
        <Confirm
          title={t("apps.delete", { stored })}
          action={t("apps.deleteApp")}
          typed={stored}
          busy={remove.isPending}
          error={remove.error}
          conflict={t("apps.undecidedFirst")}
          onConfirm={() => remove.mutate({ params })}
          onClose={() => setDeleting(false)}
        >
          <p>{t("apps.itsApiKeysStop")}</p>
        </Confirm>
      )}
    </>
  );
}
