/** A committed file that is generated from other files. */
export interface GeneratedFile {
  /** Relative to the repository's root. */
  readonly path: string;
  /** Generates the complete text of the file. */
  readonly make: (root: string) => string | Promise<string>;
}
