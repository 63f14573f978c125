import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from "react";
import { ApiProblem } from "../../../../lib/contract/client-problem.ts";

interface Frame {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What is wrong with it. */
  readonly error?: string | null | undefined;
  readonly optional?: boolean;
}

/** What the other side said of one field of a form, as a sentence. */
export function fieldError(error: Error | null, path: string): string | null {
  if (!(error instanceof ApiProblem)) return null;
  const found = error.errors.find((field) => field.path === path);
  return found ? sentenceOf(found.message) : null;
}

/** E.g. `must be https` → `Must be https.`; a schema's own words say too much of the inside. */
export function sentenceOf(message: string): string {
  if (message.startsWith("Too small")) return "This is too short or too small.";
  if (message.startsWith("Too big")) return "This is too long or too large.";
  if (message.startsWith("Invalid")) return "This is not valid.";
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
        {optional && <span className="font-normal text-soft"> (optional)</span>}
      </label>
      {children({
        id,
        ...(described && { "aria-describedby": described }),
        ...(error && { "aria-invalid": true }),
      })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-[13px] text-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1 text-[13px] text-bad">
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
