import { account, auth, team } from "virtual:endpoints";
import { Link } from "@tanstack/react-router";
import { LogOut, Monitor, Moon, Sun } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { client } from "../client.ts";
import { accountName, rememberAccount } from "../data/team.ts";
import { roleName } from "../may.ts";
import { queryClient, useAction, useApi } from "../query.ts";
import { setSession } from "../session.ts";
import { type Language, language, switchLanguage, t } from "../texts/t.ts";
import { chosenTheme, onThemeChange, setTheme, type Theme } from "../theme.ts";
import { Spinner } from "../ui/button.tsx";
import { errorText, ProblemNotice } from "../ui/problem.tsx";
import { toast } from "../ui/toast.tsx";
import { useUser } from "../use-session.ts";

export function useTheme(): Theme {
  return useSyncExternalStore(onThemeChange, chosenTheme);
}

/** Each language by its own name, so that its readers find it. */
export const LANGUAGES: readonly { readonly language: Language; readonly name: string }[] = [
  { language: "en", name: "English" },
  { language: "am", name: "አማርኛ" },
];

/** @param save stores the choice with the user; if it fails, the language does not change */
export function LanguageSwitch({ save }: { readonly save?: (next: Language) => Promise<unknown> }) {
  const [state, setState] = useState<"idle" | "busy" | "failed">("idle");
  const choose = async (next: Language) => {
    if (next === language()) return;
    setState("busy");
    try {
      await save?.(next);
      switchLanguage(next);
      setState("idle");
    } catch {
      setState("failed");
    }
  };
  return (
    <fieldset className="flex flex-wrap justify-center gap-1">
      <legend className="sr-only">{t("layout.language")}</legend>
      {LANGUAGES.map(({ language: one, name }) => (
        <button
          key={one}
          type="button"
          lang={one}
          aria-pressed={one === language()}
          disabled={state === "busy"}
          onClick={() => void choose(one)}
          className="min-h-8 flex-1 rounded-md px-2 text-note whitespace-nowrap text-soft hover:bg-hover hover:text-ink aria-pressed:bg-hover aria-pressed:text-ink"
        >
          {name}
        </button>
      ))}
      {state === "failed" && (
        <p role="alert" className="w-full px-3 text-note text-bad">
          {t("layout.languageNotSaved")}
        </p>
      )}
    </fieldset>
  );
}

const THEMES: readonly { theme: Theme; label: string; Icon: typeof Sun }[] = [
  { theme: "light", label: t("layout.light"), Icon: Sun },
  { theme: "dark", label: t("layout.dark"), Icon: Moon },
  { theme: "system", label: t("layout.system"), Icon: Monitor },
];

/** The user, the color scheme, the language, and the button to sign out. */
export function UserBox() {
  const user = useUser();
  const chosen = useTheme();
  const logout = useAction(auth.logout, () => {
    client.signOut();
    setSession({ kind: "signed-out", why: null });
  });
  const name = user.name ?? user.telegram?.name ?? null;
  const handle =
    user.phone ?? (user.telegram?.username ? `@${user.telegram.username}` : t("layout.telegram"));
  return (
    <div className="border-t border-line pt-3">
      <div className="flex items-center gap-3 px-2">
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium">{name ?? handle}</p>
          <p className="truncate text-note text-soft">{name ? handle : t("layout.signedIn")}</p>
        </div>
        <button
          type="button"
          title={t("layout.signOut")}
          disabled={logout.isPending}
          onClick={() => logout.mutate({ body: { everywhere: false, user_id: user.id } })}
          className="grid size-9 shrink-0 place-items-center rounded-lg text-soft hover:bg-hover hover:text-ink"
        >
          {logout.isPending ? <Spinner /> : <LogOut aria-hidden className="size-4" />}
          <span className="sr-only">{t("layout.signOut")}</span>
        </button>
      </div>
      <ProblemNotice error={logout.error} />
      <AccountSwitch />
      <fieldset className="mt-2 flex gap-1 px-1">
        <legend className="sr-only">{t("layout.colors")}</legend>
        {THEMES.map(({ theme, label, Icon }) => (
          <button
            key={theme}
            type="button"
            title={label}
            aria-pressed={chosen === theme}
            onClick={() => setTheme(theme)}
            className="grid h-8 flex-1 place-items-center rounded-md text-soft hover:bg-hover hover:text-ink aria-pressed:bg-hover aria-pressed:text-ink"
          >
            <Icon aria-hidden className="size-4" />
            <span className="sr-only">{label}</span>
          </button>
        ))}
      </fieldset>
      <div className="mt-1 px-1">
        <LanguageSwitch save={saveLanguage} />
      </div>
    </div>
  );
}

/** Chooses the account, for users with several. */
function AccountSwitch() {
  const { data } = useApi(team.listMemberships, {});
  const user = useUser();
  const memberships = data?.data ?? [];
  const isOffered = memberships.some((one) => one.current && one.ownership_offered_until !== null);
  const choose = async (accountId: string) => {
    // What is still asked for the account before would be refused, and end as a lost session.
    await queryClient.cancelQueries();
    try {
      client.signIn(await client.call(team.switchAccount, { body: { account_id: accountId } }));
      rememberAccount(null);
      // Everything that the page knows is of the account before.
      location.assign("/");
    } catch (error) {
      toast(errorText(error as Error), "problem");
      void queryClient.invalidateQueries();
    }
  };
  return (
    <div className="mt-2 px-1 empty:hidden">
      {memberships.length > 1 && (
        <select
          aria-label={t("team.accountInUse")}
          value={user.account_id}
          onChange={(event) => void choose(event.target.value)}
          className="input"
        >
          {memberships.map(({ account_id, app_names, role }) => (
            <option key={account_id} value={account_id}>
              {/* The session learns of another role before the list is read again. */}
              {accountName(app_names)} ·{" "}
              {roleName(account_id === user.account_id ? user.role : role)}
            </option>
          ))}
        </select>
      )}
      {isOffered && (
        <p className="mt-1 px-1 text-note">
          <Link to="/account" className="link">
            {t("team.youAreOffered")}
          </Link>
        </p>
      )}
    </div>
  );
}

async function saveLanguage(language: Language): Promise<void> {
  const user = await client.call(account.updateMe, { body: { language } });
  setSession({ kind: "signed-in", user });
}
