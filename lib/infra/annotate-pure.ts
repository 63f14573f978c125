import { type Node, parseSync, visitorKeys } from "oxc-parser";

/**
 * Marks every call that a module makes while it is loaded as free of side effects, so that esbuild can
 * drop definitions that nothing uses. Only for modules that define values and do nothing else.
 *
 * @param dropProperty property that object literals at module level lose, or null
 */
export function annotatePure(
  source: string,
  { dropProperty }: { readonly dropProperty: string | null },
): string {
  const { program } = parseSync("module.ts", source);
  const edits: { readonly from: number; readonly to: number; readonly text: string }[] = [];
  const visit = (node: Node): void => {
    // What a function does when it is called stays as it is.
    if (/Function/.test(node.type)) return;
    const { start: from, end: to } = node;
    if (node.type === "Property" && source.slice(node.key.start, node.key.end) === dropProperty) {
      edits.push({ from, to, text: `${dropProperty}: undefined` });
      return;
    }
    if (node.type === "CallExpression" || node.type === "NewExpression") {
      edits.push({ from, to: from, text: "/* @__PURE__ */ " });
    }
    for (const child of childrenOf(node)) visit(child);
  };
  for (const statement of program.body) {
    const made = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (made?.type === "VariableDeclaration") visit(made);
  }
  return edits
    .toSorted((a, b) => b.from - a.from)
    .reduce(
      (text, { from, to, text: insert }) => text.slice(0, from) + insert + text.slice(to),
      source,
    );
}

function childrenOf(node: Node): Node[] {
  const fields = node as unknown as Record<string, Node | (Node | null)[] | null>;
  return (visitorKeys[node.type] ?? [])
    .flatMap((key) => fields[key] ?? [])
    .filter((child) => child !== null);
}
