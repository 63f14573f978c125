import { team } from "virtual:endpoints";
import { client } from "../client.ts";
import { control, problemPlace } from "../sign-in/controls.ts";
import { t } from "../texts/t.ts";

/**
 * Offers the other shops in which the user has a role: until the user has switched once, a sign-in begins in the
 * account made for them, in which a cashier has no app. Shows nothing where there are none, and while they cannot be read.
 */
export async function drawOtherAccounts(place: HTMLElement): Promise<void> {
  const found = await client.call(team.listMemberships, {}).catch(() => null);
  const others = (found?.data ?? []).filter((one) => !one.current && one.app_names.length > 0);
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
  place.replaceChildren(...buttons, problem.place);
}
