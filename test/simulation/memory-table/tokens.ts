const TOKEN = /\s*(<>|<=|>=|[=<>(),+\-.[\]]|[#:]?[A-Za-z_][A-Za-z0-9_]*|\d+)/y;

/** Reads the tokens of one DynamoDB expression from left to right. */
export class Tokens {
  readonly #tokens: readonly string[];
  #next = 0;

  /** @throws Error for text that is no expression */
  constructor(text: string) {
    const tokens: string[] = [];
    TOKEN.lastIndex = 0;
    while (text.slice(TOKEN.lastIndex).trim() !== "") {
      const at = TOKEN.lastIndex;
      const found = TOKEN.exec(text);
      if (!found) throw new Error(`Cannot read the expression at ${at}: ${text}`);
      tokens.push(found[1] as string);
    }
    this.#tokens = tokens;
  }

  get peeked(): string {
    return this.#tokens[this.#next] ?? "";
  }

  get isAtEnd(): boolean {
    return this.#next >= this.#tokens.length;
  }

  take(): string {
    const token = this.peeked;
    this.#next += 1;
    return token;
  }

  /** Whether the next token is this word, in any case; takes it if so. */
  takes(word: string): boolean {
    const isNext = this.peeked.toUpperCase() === word;
    if (isNext) this.#next += 1;
    return isNext;
  }

  /** @throws Error if another token is next */
  expect(word: string): void {
    if (!this.takes(word)) throw new Error(`Expected ${word}, found ${this.peeked || "the end"}.`);
  }
}
