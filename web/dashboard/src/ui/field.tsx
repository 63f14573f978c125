import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from "react";
import { ApiProblem } from "../../../../clients/typescript/src/problem.ts";
import { language, t } from "../texts/t.ts";

interface Frame {
  readonly label: string;
  readonly hint?: ReactNode;
  /** The error message below the field. */
  readonly error?: string | null | undefined;
  readonly optional?: boolean;
}

/** The service's message about one field of a form, as a sentence. */
export function fieldError(error: Error | null, path: string): string | null {
  if (!(error instanceof ApiProblem)) return null;
  const found = error.errors.find((field) => field.path === path);
  return found ? sentenceOf(found.message) : null;
}

/**
 * E.g. `must be https` → `Must be https.` Replaces messages of the schema library. The API gives no code for
 * a field, so other languages only say that it is not valid.
 */
export function sentenceOf(message: string): string {
  if (language() !== "en") return t("ui.thisIsNotValid");
  if (message.startsWith("Too small")) return t("ui.thisIsTooShort");
  if (message.startsWith("Too big")) return t("ui.thisIsTooLong");
  if (message.startsWith("Invalid")) return t("ui.thisIsNotValid");
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? "" : "."}`;
}

function Framed({
  label,
  hint,
  error,
  optional,
  children,
}: Frame & { readonly children: (ids: Ids) => ReactNode }) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="mb-4">
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
        {optional && (
          <span className="ml-1 inline-block font-normal text-soft">{t("ui.optional")}</span>
        )}
      </label>
      {children({
        id,
        ...(described && { "aria-describedby": described }),
        ...(error && { "aria-invalid": true }),
      })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-note text-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1 text-note text-bad">
          {error}
        </p>
      )}
    </div>
  );
}

interface Ids {
  readonly id: string;
  readonly "aria-describedby"?: string;
  readonly "aria-invalid"?: true;
}

export function TextField({
  label,
  hint,
  error,
  optional,
  ...input
}: Frame & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <Framed {...{ label, hint, error, optional: optional ?? false }}>
      {(ids) => (
        <input
          {...input}
          {...ids}
          required={!optional}
          className={`input ${input.className ?? ""}`}
        />
      )}
    </Framed>
  );
}

export function TextArea({
  label,
  hint,
  error,
  optional,
  ...input
}: Frame & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <Framed {...{ label, hint, error, optional: optional ?? false }}>
      {(ids) => <textarea rows={3} {...input} {...ids} required={!optional} className="input" />}
    </Framed>
  );
}

export function SelectField({
  label,
  hint,
  error,
  children,
  ...select
}: Omit<Frame, "optional"> & SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <Framed {...{ label, hint, error }}>
      {(ids) => (
        <select {...select} {...ids} className="input">
          {children}
        </select>
      )}
    </Framed>
  );
}

/** A checkbox with a hint below it. */
export function CheckBox({
  label,
  hint,
  checked,
  onChange,
  disabled = false,
}: {
  readonly label: ReactNode;
  readonly hint?: string | undefined;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}) {
  const id = useId();
  return (
    <div className="flex gap-3 py-1.5">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-0.5 size-4 shrink-0"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-note text-soft">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}

/** Radio buttons as cards. */
export function Choice<V extends string>({
  legend,
  value,
  options,
  onChange,
}: {
  readonly legend: string;
  /** Null: none is chosen yet. */
  readonly value: V | null;
  readonly options: readonly {
    readonly value: V;
    readonly label: string;
    readonly hint?: string;
  }[];
  readonly onChange: (value: V) => void;
}) {
  const name = useId();
  return (
    <fieldset className="mb-4">
      <legend className="mb-1 font-medium">{legend}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex cursor-pointer gap-3 rounded-lg border border-line px-3 py-2.5 has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name={name}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
              className="mt-0.5 size-4 shrink-0"
            />
            <span>
              <span className="block font-medium">{option.label}</span>
              {option.hint && <span className="block text-note text-soft">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
