/** Tabs in a row. Where the place is too narrow for one, they are columns, each with a line of its own. */
export const TAB_LIST =
  "flex gap-x-6 border-b border-line @max-[26rem]:grid @max-[26rem]:grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] @max-[26rem]:gap-x-4 @max-[26rem]:border-b-0";

/** The item of a tab. */
export const TAB = "@max-[26rem]:border-b @max-[26rem]:border-line";

/** The link of a tab. */
export const TAB_LINK =
  "-mb-px block border-b-2 border-transparent py-2.5 pointer-coarse:py-3 font-medium text-soft hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink";
