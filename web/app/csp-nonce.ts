// The server's policy allows only style elements with this page's nonce.
import { setNonce } from "get-nonce";

export function cspNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";
}

/** For the library that prevents the page behind a dialog from scrolling; it has its own nonce setting. */
export function passOnNonce(): void {
  setNonce(cspNonce());
}
