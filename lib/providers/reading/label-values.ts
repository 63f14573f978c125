import { Unreadable } from "./unreadable.ts";

/** The values of a page by label. A label may occur several times. */
export class LabelValues {
  readonly #values = new Map<string, Set<string>>();

  add(label: string, value: string): void {
    const known = this.#values.get(label) ?? new Set<string>();
    known.add(value);
    this.#values.set(label, known);
  }

  /** Whether one of the labels is printed, with or without a value. */
  has(...labels: readonly string[]): boolean {
    return labels.some((label) => this.#values.has(label));
  }

  /** All different values under any of the labels. */
  all(...labels: readonly string[]): ReadonlySet<string> {
    return new Set(labels.flatMap((label) => [...(this.#values.get(label) ?? [])]));
  }

  get isEmpty(): boolean {
    return this.#values.size === 0;
  }

  /**
   * The value under any of the labels, which mean the same; null where all are missing or blank.
   * Throws `Unreadable` where two differ: free text that the payer wrote can look like a label.
   */
  optional(...labels: readonly string[]): string | null {
    const values = this.all(...labels);
    if (values.size > 1) throw new Unreadable("two values for one label");
    const value = values.values().next().value ?? "";
    return BLANK.has(value.toLowerCase()) ? null : value;
  }

  /** As `optional`, but a missing or blank value is `Unreadable`. */
  required(...labels: readonly string[]): string {
    const value = this.optional(...labels);
    if (value === null) throw new Unreadable(`no ${labels[0]}`);
    return value;
  }
}

const BLANK = new Set(["", "-", "--", "n/a", "null", "none"]);
