import type { Change } from "./memory-table/rows.ts";
import type { Item } from "./memory-table/values.ts";

/** Watches that each attempt that a checkout lists as pending is there, and not settled. */
export class ListedAttempts {
  /** Unsettled attempts, by id. */
  readonly #unsettled = new Set<string>();
  /** Ids that each checkout lists, by its partition. */
  readonly #listed = new Map<string, readonly string[]>();
  readonly #report: (violation: string) => void;

  constructor(report: (violation: string) => void) {
    this.#report = report;
  }

  /** Learns a changed item; ignores those of other kinds. */
  note(before: Item | null, after: Item | null): void {
    const { entity, pk, id } = after ?? before ?? {};
    if (entity === "attempt") {
      if (after?.settledAt === null) this.#unsettled.add(String(id));
      else this.#unsettled.delete(String(id));
    }
    if (entity === "checkout_state") {
      const pending = (after?.pending ?? []) as readonly { readonly id: string }[];
      this.#listed.set(
        String(pk),
        pending.map((one) => one.id),
      );
    }
  }

  /** Checks the checkouts that one transaction touched. */
  check(changes: readonly Change[]): void {
    const touched = changes.flatMap(({ before, after }) => {
      const { entity, pk } = after ?? before ?? {};
      return entity === "attempt" || entity === "checkout_state" ? [String(pk)] : [];
    });
    for (const pk of new Set(touched)) {
      for (const id of this.#listed.get(pk) ?? []) {
        if (!this.#unsettled.has(id)) this.#report(`${pk}: lists ${id}, which is not pending`);
      }
    }
  }
}
