// Moves the keyboard focus when its element disappears: to the heading of the page, or into the open dialog. A new page
// starts at its heading, so that screen readers announce it.
import type { AnyRouter } from "@tanstack/react-router";

/** A page that asks for input first has already focused its field. */
const FIELD = "input, textarea, select";
const DIALOG = "[role=dialog][aria-modal=true]";

export function keepPageFocus(router: AnyRouter): void {
  let last: Element | null = null;
  let isHeadingAwaited = false;
  const focusPage = (): void => {
    const dialog = [...document.querySelectorAll<HTMLElement>(DIALOG)].at(-1);
    const heading = document.querySelector<HTMLElement>("main h1");
    const place = dialog ?? heading ?? document.querySelector<HTMLElement>("main");
    isHeadingAwaited = place?.matches("main") === true;
    if (place === null) return;
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
  };
  const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

  document.addEventListener("focusin", ({ target }) => {
    last = target instanceof Element ? target : null;
  });
  // A click outside every element removes the focus.
  document.addEventListener("pointerup", () => {
    if (isNowhere()) last = null;
  });
  new MutationObserver(() => {
    // In a frame of another site the focus may be outside, and then stays there.
    const isLost = document.hasFocus() && isNowhere() && last?.isConnected === false;
    const again = isLost && last !== null ? theSameAgain(last) : null;
    if (again !== null) {
      again.focus({ preventScroll: true });
      return;
    }
    const hasCome = isHeadingAwaited && document.activeElement?.matches("main") === true;
    if (isLost || (hasCome && document.querySelector("main h1") !== null)) focusPage();
  }).observe(document.body, { childList: true, subtree: true });

  router.subscribe("onRendered", ({ pathChanged, fromLocation, toLocation }) => {
    // The browser itself announces a page that is opened by its address; a heading that a link leads to takes the focus.
    if (!pathChanged || fromLocation === undefined || toLocation.hash !== "") return;
    if (document.activeElement?.matches(FIELD) === true || document.querySelector(DIALOG) !== null) return;
    focusPage();
  });
}

/** The same element after a new render, such as the button of a form that starts again with its saved values. */
function theSameAgain(gone: Element): HTMLElement | null {
  const name = nameOf(gone);
  const same = [...document.querySelectorAll<HTMLElement>(gone.localName)].filter((each) => nameOf(each) === name);
  return same.length === 1 && name !== "" ? (same[0] ?? null) : null;
}

function nameOf(element: Element): string {
  return element.getAttribute("aria-label") ?? element.textContent;
}
