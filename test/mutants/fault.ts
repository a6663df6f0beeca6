// A planted fault: one text of the source, what stands in its place, and what somebody would notice of it.

export interface Fault {
  readonly file: string;
  /** Occurs once in the file. */
  readonly text: string;
  readonly planted: string;
  /** What a user or operator would notice. */
  readonly notice: string;
  /** Tests that should find it, of the part that it is in; files. */
  readonly tests: readonly string[];
}

export function occurrences(text: string, part: string): number {
  return text.split(part).length - 1;
}
