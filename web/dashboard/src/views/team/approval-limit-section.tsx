import { team } from "virtual:endpoints";
import { useEffect, useState } from "react";
import { typedAmount, typedExample } from "../../../../../lib/contract/typed-amount.ts";
import { exponentOf } from "../../format.ts";
import { useAction, useApi } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { fieldError, TextField } from "../../ui/field.tsx";
import { Section, UnreadSection } from "../../ui/page.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";
import { toast } from "../../ui/toast.tsx";

/** The amount above which approvals and rejections need an owner. */
export function ApprovalLimitSection() {
  const { data, error, refetch } = useApi(team.readAccount, {});
  const stored = data?.approval_limit ?? null;
  const currency = data?.currency ?? "ETB";
  const decimals = exponentOf(currency);
  const shown = stored === null ? "" : (stored / 10 ** decimals).toFixed(decimals);
  const [text, setText] = useState(shown);
  const [isTried, setTried] = useState(false);
  useEffect(() => setText(shown), [shown]);
  const save = useAction(team.updateAccount, () => toast(t("team.approvalLimitSaved")));
  const isEmpty = text.trim() === "";
  const limit = isEmpty ? null : typedAmount(text, currency);
  const isWrong = !isEmpty && limit === null;
  if (data === undefined) {
    return error ? <UnreadSection title={t("team.approvalLimit")} {...{ error, refetch }} /> : null;
  }
  return (
    <Section title={t("team.approvalLimit")} lead={t("team.approvalLimitLead")}>
      <form
        className="max-w-md"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (!isWrong) save.mutate({ body: { approval_limit: limit } });
        }}
      >
        <TextField
          label={t("checkouts.amountIn", { CURRENCY: currency })}
          optional
          inputMode="decimal"
          autoComplete="off"
          value={text}
          hint={t("team.approvalLimitNone")}
          onChange={(event) => setText(event.target.value)}
          error={
            isTried && isWrong
              ? t("checkouts.enterAnAmountSuch", { EXAMPLE: typedExample(currency) })
              : fieldError(save.error, "approval_limit")
          }
        />
        <ProblemNotice error={save.error} shown={["approval_limit"]} />
        <Button type="submit" look="primary" busy={save.isPending}>
          {t("account.save")}
        </Button>
      </form>
    </Section>
  );
}
