import { Fragment, type ReactNode } from "react";
import { formatCount, pattern, type TextKey } from "./t.ts";

/** Like `t`, for texts whose placeholders are elements, e.g. a link or a time. */
export function Text({
  id,
  values,
}: {
  readonly id: TextKey;
  readonly values: Readonly<Record<string, ReactNode>>;
}) {
  const pieces = pattern(id, values.count).split(/\{(\w+)\}/);
  const shown = typeof values.count === "number" ? formatCount(values.count) : values.count;
  return pieces.map((piece, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text's pieces never move
    <Fragment key={place}>
      {place % 2 === 0 ? piece : piece === "count" ? shown : values[piece]}
    </Fragment>
  ));
}
