// Whether a page can be used without a mouse: everything that acts is reached by the tabulator key, and nothing acts that the
// keyboard knows nothing of.
import type { Page } from "playwright-core";

const SHOWN_CHARACTERS = 120;
const PRESSES_AT_ONCE = 5;
/** Rounds through the page in which everything is met, also where it is drawn again under the focus. */
const ROUNDS = 3;

/** What can be used on the page and is shown, and marks it, so that the walk can tell what it has met. */
const MARK_ALL = `(() => {
  const all = [...document.querySelectorAll("a[href], button, input, select, textarea, [tabindex]")];
  const isShown = (element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.getClientRects().length > 0 &&
    element.closest("[inert]") === null;
  const usable = all.filter((element) => !element.disabled && element.tabIndex >= 0 && isShown(element));
  const dialog = [...document.querySelectorAll("[role=dialog][aria-modal=true]")].at(-1);
  const within = dialog === undefined ? usable : usable.filter((element) => dialog.contains(element));
  // Of a group of radio buttons the keyboard reaches one, and the arrow keys the others.
  const isOtherRadio = (element) => {
    if (element.type !== "radio") return false;
    const group = within.filter(({ type, name }) => type === "radio" && name === element.name);
    return element !== (group.find(({ checked }) => checked) ?? group[0]);
  };
  const wanted = within.filter((element) => !isOtherRadio(element));
  for (const element of wanted) element.setAttribute("data-walk", "");
  document.activeElement?.blur();
  document.addEventListener("focusin", window.meetStop = ({ target }) => target.setAttribute("data-met", ""));
  return wanted.length;
})()`;

/** What was taken away meanwhile cannot be reached, and need not be. */
const NOT_MET = `[...document.querySelectorAll("[data-walk]:not([data-met])")]
  .map((element) => element.outerHTML.slice(0, ${String(SHOWN_CHARACTERS)}))`;

const UNMARK_ALL = `(() => {
  document.removeEventListener("focusin", window.meetStop);
  for (const element of document.querySelectorAll("[data-walk], [data-met]")) {
    element.removeAttribute("data-walk");
    element.removeAttribute("data-met");
  }
})()`;

/** What the tabulator key does not come by, as markup. */
export async function unreachableByKeyboard(page: Page): Promise<readonly string[]> {
  const usable = await page.evaluate<number>(MARK_ALL);
  let left: readonly string[] = [];
  // A page that is drawn again under the focus takes stops, and may send the focus back to its beginning.
  for (let presses = 0; presses <= usable * ROUNDS; presses += PRESSES_AT_ONCE) {
    for (let press = 0; press < PRESSES_AT_ONCE; press++) await page.keyboard.press("Tab");
    left = await page.evaluate<readonly string[]>(NOT_MET);
    if (left.length === 0) break;
  }
  await page.evaluate(UNMARK_ALL);
  return left;
}

/** What shows a hand under the mouse and has nothing around or inside it that the keyboard can use, as markup. */
export async function mouseOnlyPlaces(page: Page): Promise<readonly string[]> {
  return await page.evaluate<readonly string[]>(`(() => {
    const USABLE = "a[href], button, input, select, textarea, summary, label, [tabindex], [role=option], [role=menuitem]";
    const isHand = (element) => getComputedStyle(element).cursor === "pointer";
    return [...document.body.querySelectorAll("*")]
      .filter((element) => isHand(element) && !(element.parentElement !== null && isHand(element.parentElement)))
      .filter((element) => element.closest(USABLE) === null && element.querySelector(USABLE) === null)
      .filter((element) => !(element instanceof SVGElement) && element.tagName !== "CANVAS")
      .map((element) => element.outerHTML.slice(0, ${String(SHOWN_CHARACTERS)}));
  })()`);
}
