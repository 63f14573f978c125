/** Characters of a path that fit its column. */
const LONGEST_PATH = 20;

/** Host and the end of the path, which tell two endpoints of one server apart. */
export function EndpointCell({ url }: { readonly url: string | null }) {
  const parts = url === null ? null : URL.parse(url);
  if (parts === null) return null;
  const path = parts.pathname + parts.search;
  return (
    <span className="block max-w-36 text-soft narrow:max-w-full" title={parts.href}>
      <code className="block truncate font-sans">{parts.host}</code>
      {path !== "/" && (
        <code className="block truncate font-sans text-note">
          {path.length > LONGEST_PATH ? `…${path.slice(1 - LONGEST_PATH)}` : path}
        </code>
      )}
    </span>
  );
}
