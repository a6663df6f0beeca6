// The server's policy lets in only those style elements that carry the nonce of this page.
import { setNonce } from "get-nonce";

export function cspNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";
}

/** For the library that keeps the page from scrolling behind a dialog, which has a setting of its own. */
export function passOnNonce(): void {
  setNonce(cspNonce());
}
