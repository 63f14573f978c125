import { Fragment } from "react";

/** A name without spaces, which breaks after a dot or an underscore where its column is narrow. */
export function Breakable({ name }: { readonly name: string }) {
  return name.split(/(?<=[._])/).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part may occur twice
    <Fragment key={place}>
      {part}
      <wbr />
    </Fragment>
  ));
}
