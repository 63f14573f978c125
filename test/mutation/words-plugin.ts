/** The part of Babel's `NodePath` that is used here. */
interface NodePath {
  readonly node: {
    readonly type: string;
    readonly value?: unknown;
    readonly quasis?: readonly { readonly value: { readonly raw: string } }[];
    readonly callee?: { readonly name?: string };
    readonly key?: { readonly name?: string };
  };
  findParent(fits: (path: NodePath) => boolean): NodePath | null;
}

const FOR_PEOPLE = /(?:Error|Unreadable|^log)$/;

/**
 * A plugin of Stryker: leaves the sentences of errors, log lines and reasons (`why`) as they are. People read them; clients and tests go
 * by the codes beside them, which have no space.
 */
export const strykerPlugins = [
  {
    kind: "Ignore",
    name: "words",
    value: {
      shouldIgnore: (path: NodePath): string | undefined =>
        isSentence(path) && path.findParent(isForPeople) !== null ? "words for people" : undefined,
    },
  },
];

function isSentence({ node }: NodePath): boolean {
  if (node.type === "StringLiteral") return String(node.value).includes(" ");
  if (node.type !== "TemplateLiteral") return false;
  return (node.quasis ?? []).some(({ value }) => value.raw.includes(" "));
}

function isForPeople({ node }: NodePath): boolean {
  if (node.type === "ObjectProperty") return node.key?.name === "why";
  const isCall = node.type === "NewExpression" || node.type === "CallExpression";
  return isCall && FOR_PEOPLE.test(node.callee?.name ?? "");
}
