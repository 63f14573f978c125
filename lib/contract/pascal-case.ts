/** From kebab-case or snake_case. */
export function pascalCase(words: string): string {
  return words
    .split(/[-_]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}
