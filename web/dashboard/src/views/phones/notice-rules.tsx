import { apps } from "virtual:endpoints";
import { useEffect, useState } from "react";
import type { Answer } from "../../../../../lib/contract/client-types.ts";
import { typedAmount } from "../../../../../lib/contract/typed-amount.ts";
import { useAction } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { CheckBox, fieldError, TextField } from "../../ui/field.tsx";
import { Section } from "../../ui/page.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";
import { toast } from "../../ui/toast.tsx";

type App = Answer<typeof apps.readApp>;

/** What a bank's message may do for an app: prove small payments during an outage, and name a checkout by its amount. */
export function NoticeRules({ app }: { readonly app: App }) {
  const shown = app.notice_limit === 0 ? "" : String(app.notice_limit / 100);
  const [limit, setLimit] = useState(shown);
  const [isDistinct, setDistinct] = useState(app.distinct_amounts);
  useEffect(() => setLimit(shown), [shown]);
  useEffect(() => setDistinct(app.distinct_amounts), [app.distinct_amounts]);
  const update = useAction(apps.updateApp, () => toast(t("phones.saved")));
  const minor = limit.trim() === "" ? 0 : typedAmount(limit, "ETB");
  return (
    <Section title={t("phones.rules")}>
      <form
        className="max-w-md"
        onSubmit={(event) => {
          event.preventDefault();
          if (minor === null) return;
          const body = {
            // Another member may have changed the other one meanwhile.
            ...(minor !== app.notice_limit && { notice_limit: minor }),
            ...(isDistinct !== app.distinct_amounts && { distinct_amounts: isDistinct }),
          };
          if (Object.keys(body).length === 0) return toast(t("phones.saved"));
          update.mutate({ params: { app_id: String(app.app_id) }, body });
        }}
      >
        <TextField
          label={t("phones.limit")}
          optional
          inputMode="decimal"
          value={limit}
          onChange={(event) => setLimit(event.target.value)}
          hint={t("phones.limitHint")}
          error={
            minor === null
              ? t("phones.limitWrong")
              : fieldError(update.error, "notice_limit") && t("phones.limitTooHigh")
          }
        />
        <CheckBox
          label={t("phones.distinct")}
          hint={t("phones.distinctHint")}
          checked={isDistinct}
          onChange={setDistinct}
        />
        <ProblemNotice error={update.error} shown={["notice_limit"]} />
        <div className="mt-4">
          <Button type="submit" look="primary" busy={update.isPending}>
            {t("account.save")}
          </Button>
        </div>
      </form>
    </Section>
  );
}
