// Copies a text to the clipboard, even if the page was not loaded over TLS, such as at a local network address:
// browsers give such pages no clipboard API, but copy text selected in a field.

/** Whether the text is in the clipboard now. */
export async function copyText(text: string): Promise<boolean> {
  if ("clipboard" in navigator) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Refused, for example in a frame of another site; copying a selection may still work.
    }
  }
  return copySelected(text);
}

function copySelected(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  // Outside the screen, and inside the open dialog, which holds the focus.
  field.style.cssText = "position: fixed; inset-block-start: 0; inset-inline-start: -100vw";
  (before?.closest("[role=dialog]") ?? document.body).append(field);
  field.select();
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- without a successor for such pages
    return document.execCommand("copy");
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }
}
