import { Store } from "lucide-react";
import { t } from "../texts/t.ts";
import { ButtonLink } from "./button-link.tsx";
import { Empty } from "./empty.tsx";

/** Shown in place of what needs an app, to a user who has none yet. */
export function NoApp() {
  return (
    <Empty
      icon={Store}
      title={t("checkouts.createYourFirstApp")}
      action={
        <ButtonLink look="primary" to="/apps">
          {t("apps.newApp")}
        </ButtonLink>
      }
    >
      {t("checkouts.anAppHoldsThe")}
    </Empty>
  );
}
