import { customers } from "virtual:endpoints";
import { useRef, useState } from "react";
import { client, readPages } from "../../client.ts";
import { queryClient } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { fieldError, TextField } from "../../ui/field.tsx";
import { Section } from "../../ui/page.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";
import { saveFile } from "../../ui/share-panel.tsx";
import { toast } from "../../ui/toast.tsx";

const MODES = [true, false] as const;

/** Exports or erases what the account stores about a customer who asks for it, in both modes. */
export function CustomerDataSection() {
  const [phone, setPhone] = useState("");
  const [busy, setBusy] = useState<"export" | "erase" | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const isStopped = useRef(false);
  const run = async (what: "export" | "erase", work: () => Promise<void>) => {
    setBusy(what);
    setError(null);
    try {
      await work();
      setAsking(false);
    } catch (problem) {
      setError(problem as Error);
    }
    setBusy(null);
  };
  return (
    <Section title={t("customers.title")} lead={t("customers.lead")}>
      <form
        className="max-w-md"
        onSubmit={(event) => {
          event.preventDefault();
          void run("export", () => exportData(phone));
        }}
      >
        <TextField
          label={t("customers.phone")}
          type="tel"
          required
          value={phone}
          maxLength={40}
          autoComplete="off"
          onChange={(event) => setPhone(event.target.value)}
          error={fieldError(error, "phone")}
        />
        {!isAsking && <ProblemNotice error={error} shown={["phone"]} />}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy === "export"} disabled={busy !== null}>
            {t("customers.export")}
          </Button>
          <Button
            look="danger"
            busy={busy === "erase"}
            disabled={phone.trim() === ""}
            onClick={() => setAsking(true)}
          >
            {t("customers.erase")}
          </Button>
        </div>
      </form>
      {isAsking && (
        <Confirm
          title={t("customers.eraseOf", { phone })}
          action={t("customers.erase")}
          busy={busy === "erase"}
          error={error}
          onConfirm={() => {
            isStopped.current = false;
            void run("erase", () => eraseData(phone, () => isStopped.current));
          }}
          cancel={busy === "erase" ? t("customers.stop") : t("ui.cancel")}
          onClose={() => {
            isStopped.current = true;
            setAsking(false);
          }}
        >
          <p>{t("customers.eraseMeans")}</p>
        </Confirm>
      )}
    </Section>
  );
}

/** Saves all that is stored, however much: the customer has a right to it. */
async function exportData(phone: string): Promise<void> {
  const found: object[] = [];
  for (const livemode of MODES) {
    const input = { query: { phone, livemode: String(livemode) as "true" | "false" } };
    found.push(
      ...(await readPages(customers.exportCustomer, input, Number.POSITIVE_INFINITY)).rows,
    );
  }
  if (found.length === 0) toast(t("customers.notFound"), "problem");
  else saveFile("customer-data.json", "application/json", JSON.stringify(found, null, 2));
}

/** Erases part by part until `isStopped`, and says what was erased. A part that was sent is carried out. */
async function eraseData(phone: string, isStopped: () => boolean): Promise<void> {
  const total = { erased: 0, undecided: 0 };
  let isCut = false;
  for (const livemode of MODES) {
    let cursor: string | null = null;
    do {
      if (isStopped()) {
        isCut = true;
        break;
      }
      const part: Part = await client.call(customers.eraseCustomer, {
        body: { phone, livemode, ...(cursor !== null && { cursor }) },
      });
      total.erased += part.erased;
      total.undecided += part.undecided;
      cursor = part.next_cursor;
    } while (cursor !== null);
  }
  await queryClient.invalidateQueries();
  const { erased, undecided } = total;
  if (isCut) toast(t("customers.eraseStopped", { count: erased }), "problem");
  else if (undecided > 0) toast(t("customers.stillUndecided", { count: undecided }), "problem");
  else if (erased === 0) toast(t("customers.notFound"), "problem");
  else toast(t("customers.erased", { count: erased }));
}

interface Part {
  readonly erased: number;
  readonly undecided: number;
  readonly next_cursor: string | null;
}
