// Saves a file that the page has made or fetched.

const READ_MILLIS_MAX = 10_000;

export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the address a moment later.
  setTimeout(() => URL.revokeObjectURL(address), READ_MILLIS_MAX);
}

/** A name that is valid in every file system. */
export function fileName(...parts: readonly string[]): string {
  return parts
    .join(" ")
    .replace(/[^\p{L}\p{N}. _-]+/gu, "_")
    .trim()
    .slice(0, 120);
}
