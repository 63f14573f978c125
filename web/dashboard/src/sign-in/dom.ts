type Child = Node | string | null;

/** Creates an element. Properties are set as they are; `aria-*` and other names with a dash as attributes. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Readonly<Record<string, unknown>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes("-")) made.setAttribute(name, String(value));
    else Object.assign(made, { [name]: value });
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** An icon from the paths of a 24 × 24 drawing. */
export function icon(className: string, ...paths: readonly string[]): SVGSVGElement {
  const namespace = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(namespace, "svg");
  for (const [name, value] of Object.entries({
    viewBox: "0 0 24 24",
    fill: "none",
    stroke: "currentColor",
    "stroke-width": "2",
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    "aria-hidden": "true",
    class: className,
  })) {
    svg.setAttribute(name, value);
  }
  for (const drawn of paths) {
    const path = document.createElementNS(namespace, "path");
    path.setAttribute("d", drawn);
    svg.append(path);
  }
  return svg;
}
