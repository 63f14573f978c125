import { auth } from "virtual:endpoints";
import { useNavigate } from "@tanstack/react-router";
import { LogOut, Monitor, Moon, Sun } from "lucide-react";
import { client } from "../client.ts";
import { queryClient, useAction } from "../query.ts";
import { setSession, useUser } from "../session.ts";
import { setTheme, type Theme, useTheme } from "../theme.ts";
import { Spinner } from "../ui/spinner.tsx";

const THEMES: readonly { theme: Theme; label: string; Icon: typeof Sun }[] = [
  { theme: "light", label: "Light", Icon: Sun },
  { theme: "dark", label: "Dark", Icon: Moon },
  { theme: "system", label: "As the system", Icon: Monitor },
];

/** Who is logged in, how the page looks, and the way out. */
export function UserBox() {
  const user = useUser();
  const chosen = useTheme();
  const name = user.name ?? user.telegram?.name ?? null;
  const handle =
    user.phone ?? (user.telegram?.username ? `@${user.telegram.username}` : "By Telegram");
  return (
    <div className="border-t border-line pt-4">
      <div className="flex items-center gap-3 px-2">
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium">{name ?? handle}</p>
          <p className="truncate text-[13px] text-soft">{name ? handle : "Logged in"}</p>
        </div>
        <LogOutButton />
      </div>
      <fieldset className="mt-3 flex gap-1 px-1">
        <legend className="sr-only">Colours</legend>
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
    </div>
  );
}

function LogOutButton() {
  const navigate = useNavigate();
  const logout = useAction(auth.logout, () => {
    client.signOut();
    setSession({ kind: "signed-out", why: null });
    void navigate({ to: "/login" }).then(() => queryClient.clear());
  });
  return (
    <button
      type="button"
      title="Log out"
      disabled={logout.isPending}
      onClick={() => logout.mutate({ body: { everywhere: false } })}
      className="grid size-9 shrink-0 place-items-center rounded-lg text-soft hover:bg-hover hover:text-ink"
    >
      {logout.isPending ? <Spinner /> : <LogOut aria-hidden className="size-4" />}
      <span className="sr-only">Log out</span>
    </button>
  );
}
