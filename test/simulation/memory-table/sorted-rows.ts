/** Position of a row in a list: its sort key, and its item's own key to tell equal ones apart. */
export type Place = readonly [sort: string, pk: string, sk: string];

/** Rows of one partition in the order of their places. */
export class SortedRows {
  readonly rows: Place[] = [];

  add(place: Place): void {
    this.rows.splice(this.#indexOf(place), 0, place);
  }

  remove(place: Place): void {
    const at = this.#indexOf(place);
    const found = this.rows[at];
    if (found === undefined || compare(found, place) !== 0) {
      throw new Error(`The index lost the row ${place.join(" ")}.`);
    }
    this.rows.splice(at, 1);
  }

  /** The rows after `start` (all of them without one), in the order of reading. */
  *from(start: Place | null, isForward: boolean): Generator<Place> {
    const { rows } = this;
    const at = start === null ? null : this.#indexOf(start);
    if (isForward) {
      let index = at ?? 0;
      const first = rows[index];
      if (start !== null && first !== undefined && compare(first, start) === 0) index += 1;
      for (; index < rows.length; index++) yield rows[index] as Place;
      return;
    }
    for (let index = (at ?? rows.length) - 1; index >= 0; index--) yield rows[index] as Place;
  }

  /** Index of the first row that is not before this place. */
  #indexOf(place: Place): number {
    let [low, high] = [0, this.rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(this.rows[middle] as Place, place) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function compare(left: Place, right: Place): number {
  for (const index of [0, 1, 2] as const) {
    if (left[index] !== right[index]) return left[index] < right[index] ? -1 : 1;
  }
  return 0;
}
