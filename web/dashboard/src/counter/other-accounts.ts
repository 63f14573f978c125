import { team } from "virtual:endpoints";
import type { Answer } from "../../../../lib/contract/client-types.ts";
import { client } from "../client.ts";
import { accountBefore, rememberAccount } from "../data/team.ts";
import { control, element, problemPlace } from "../sign-in/controls.ts";
import { t } from "../texts/t.ts";
import type { Desk } from "./sale-status.ts";

type Membership = Answer<typeof team.listMemberships>["data"][number];

/**
 * Says in `said` why the page is of another account than before, for which it has loaded again: the user has been removed from
 * that one, or has chosen another in another tab. Where there is no app to sell for, offers the other shops in `place`. Nothing
 * changes while the accounts cannot be read.
 */
export async function drawAccounts(
  said: HTMLElement,
  place: HTMLElement,
  { user, apps, refusal }: Desk,
): Promise<void> {
  const before = accountBefore(user);
  const name = apps.map((app) => app.name).join(", ");
  const isWithoutApp = refusal === "no-app";
  if (before !== null || isWithoutApp) {
    const found = await client.call(team.listMemberships, {}).catch(() => null);
    if (found === null) return;
    const isMember = found.data.some((one) => one.account_id === before?.accountId);
    // That there is no app is no news to someone who has lost the account.
    if (before !== null && !isMember && isWithoutApp) said.replaceChildren();
    if (before !== null) said.prepend(notice(isMember ? null : before.name, name));
    if (isWithoutApp) offer(place, found.data);
  }
  if (name !== "") rememberAccount({ userId: user.id, accountId: user.account_id, name });
}

/** @param lost the account that the user is no longer a member of; null if they chose another one */
function notice(lost: string | null, now: string): HTMLElement {
  const why =
    lost === null ? t("team.otherAccountChosen") : t("team.noLongerMember", { account: lost });
  const shown = now === "" ? "" : ` ${t("team.nowShown", { account: now })}`;
  const className = "mt-3 rounded-lg bg-warn-soft px-4 py-3 break-words text-warn";
  return element("p", { role: "status", className }, why + shown);
}

/**
 * Offers the other shops in which the user has a role: until the user has switched once, a sign-in begins in the
 * account made for them, in which a cashier has no app.
 */
function offer(place: HTMLElement, memberships: readonly Membership[]): void {
  const others = memberships.filter((one) => !one.current && one.app_names.length > 0);
  const problem = problemPlace();
  const buttons = others.map(({ account_id, app_names }) => {
    const work = control(
      t("counter.sellFor", { name: app_names.join(", ") }),
      { look: "primary", className: "mt-3 h-auto! min-h-12 w-full py-2 whitespace-normal" },
      {
        onclick: async () => {
          problem.clear();
          work.setBusy(true);
          try {
            await client.call(team.switchAccount, { body: { account_id } });
            rememberAccount(null);
            location.reload();
          } catch (error) {
            problem.show(error);
            work.setBusy(false);
          }
        },
      },
    );
    return work.button;
  });
  place.append(...buttons, problem.place);
}
