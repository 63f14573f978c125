import { useNavigate } from "@tanstack/react-router";
import { type DragEvent, lazy, Suspense, useEffect, useRef, useState } from "react";
import { dayOf } from "../../../../../lib/contract/days.ts";
import { viewNotLoaded } from "../../lazy-view.tsx";
import { readInWorker } from "../../statements/read-in-worker.ts";
import { type Grid, UnusableFile } from "../../statements/table.ts";
import { t } from "../../texts/t.ts";
import { takeLostFocus } from "../../ui/lost-focus.ts";
import { Section } from "../../ui/page.tsx";
import { Notice, Skeleton } from "../../ui/problem.tsx";
import { type BookAccount, faultText } from "./statement.ts";

const ColumnsStep = lazy(() =>
  import("./columns-step.tsx").then(({ ColumnsStep }) => ({ default: ColumnsStep }), viewNotLoaded),
);

interface Chosen {
  readonly name: string;
  readonly grid: Grid;
  readonly made: string;
}

/** Takes a statement's file, reads it here in the browser, and leads to the result. */
export function CompareSection({
  accounts,
  isKnown,
}: {
  readonly accounts: readonly BookAccount[];
  readonly isKnown: boolean;
}) {
  const navigate = useNavigate();
  const [file, setFile] = useState<Chosen | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isReading, setReading] = useState(false);
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const hadFile = useRef(false);
  useEffect(() => {
    if (file === null && hadFile.current) takeLostFocus(input.current);
    hadFile.current = file !== null;
  }, [file]);
  const take = async (chosen: File | undefined) => {
    // The field stays enabled, because a disabled one loses the focus.
    if (chosen === undefined || isReading) return;
    setFault(null);
    setReading(true);
    try {
      const { grid } = await readInWorker(chosen);
      setFile({ name: chosen.name, grid, made: dayOf(chosen.lastModified) });
    } catch (error) {
      setFault(faultText(error instanceof UnusableFile ? error : new UnusableFile("broken")));
    }
    setReading(false);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  if (isKnown && accounts.length === 0) {
    return (
      <div className="mb-6">
        <Notice>{t("books.noAccounts")}</Notice>
      </div>
    );
  }
  return (
    <Section title={t("books.compareStatement")} lead={t("books.compareLead")}>
      {file === null ? (
        <>
          <label
            onDragOver={(event) => {
              event.preventDefault();
              setOver(true);
            }}
            onDragLeave={() => setOver(false)}
            onDrop={onDrop}
            className={`flex cursor-pointer flex-col items-center rounded-xl border-2 border-dashed px-gutter py-8 text-center has-focus-visible:outline-2 has-focus-visible:outline-accent ${isOver ? "border-accent bg-accent-soft" : "border-line hover:bg-raised"}`}
          >
            <span className="font-medium">
              {isReading ? t("books.reading") : t("books.dropStatement")}
            </span>
            <span className="mt-1 text-note text-soft">{t("books.fileKinds")}</span>
            <input
              ref={input}
              type="file"
              accept=".csv,.txt,.tsv,.xlsx,.pdf"
              className="sr-only"
              onChange={(event) => {
                void take(event.target.files?.[0]);
                event.target.value = "";
              }}
            />
          </label>
          {fault && (
            <div role="alert" className="mt-4">
              <Notice kind="bad">{fault}</Notice>
            </div>
          )}
        </>
      ) : (
        <Suspense fallback={<Skeleton lines={6} />}>
          <ColumnsStep
            {...file}
            accounts={accounts}
            onCancel={() => setFile(null)}
            onDone={(statementId) =>
              void navigate({ to: "/books/statements/$statementId", params: { statementId } })
            }
          />
        </Suspense>
      )}
    </Section>
  );
}
