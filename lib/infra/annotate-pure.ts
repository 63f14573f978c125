import * as ts from "typescript";

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
  const file = ts.createSourceFile("module.ts", source, ts.ScriptTarget.Latest, false);
  const edits: { readonly from: number; readonly to: number; readonly text: string }[] = [];
  const visit = (node: ts.Node): void => {
    // What a function does when it is called stays as it is.
    if (ts.isFunctionLike(node)) return;
    if (ts.isPropertyAssignment(node) && node.name.getText(file) === dropProperty) {
      edits.push({ from: node.getStart(file), to: node.end, text: `${dropProperty}: undefined` });
      return;
    }
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      edits.push({ from: node.getStart(file), to: node.getStart(file), text: "/* @__PURE__ */ " });
    }
    ts.forEachChild(node, visit);
  };
  for (const statement of file.statements) if (ts.isVariableStatement(statement)) visit(statement);
  return edits
    .toSorted((a, b) => b.from - a.from)
    .reduce(
      (text, { from, to, text: insert }) => text.slice(0, from) + insert + text.slice(to),
      source,
    );
}
