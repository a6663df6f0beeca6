// Arguments of commands that people paste into a terminal. Source: REST contract 16, "properly quoted".

/** Characters that no shell gives a meaning to. */
const PLAIN = /^[A-Za-z0-9@%_+=:,./-]+$/;
/** What stands safely in double quotes: nothing that a shell would look for inside them, but for quotes themselves. */
const QUOTABLE = /^[^$`\\!%^\n\r]*$/;

/**
 * One argument. Double quotes where they are enough, because the command prompt of Windows knows no others; what needs
 * more is quoted for a POSIX shell.
 */
export function shellQuote(text: string): string {
  if (PLAIN.test(text)) return text;
  if (QUOTABLE.test(text)) return `"${text.replaceAll('"', String.raw`\"`)}"`;
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
