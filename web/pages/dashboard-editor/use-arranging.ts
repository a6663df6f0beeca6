// Moving and resizing panels, by pointer and by keys, and on a phone by buttons. What was pushed out of the way goes back if the
// panel moves on, until it is let go.
import {
  useLayoutEffect,
  useState,
  type KeyboardEvent,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
} from "react";
import { arranged, inOrder, inReadingOrder, placeWords } from "../dashboard/arrange.ts";
import type { Configuration, DashboardPanel, PanelPlace } from "../dashboard/configuration.ts";
import { GAP } from "../dashboard/panel-grid.tsx";
import { words } from "../../words/words.ts";

export type Arranging = "move" | "resize";

interface ArrangingOptions {
  readonly gridRef: RefObject<HTMLDivElement | null>;
  readonly grid: Configuration["grid"];
  readonly panels: readonly DashboardPanel[];
  readonly nameOf: (panel: DashboardPanel) => string;
  /** Consecutive changes with the same `step` are one to undo. */
  readonly onArranged: (panels: readonly DashboardPanel[], step: string) => void;
}

interface Held {
  readonly id: string;
  /** When it was taken. */
  readonly base: readonly DashboardPanel[];
  readonly wanted: PanelPlace;
  readonly step: string;
}

/** A panel that buttons move among those that are above and below it. */
interface Stepped {
  readonly id: string;
  /** Before its first step: what it has gone past is then as it was. */
  readonly base: readonly DashboardPanel[];
  readonly by: number;
  readonly step: string;
  /** As its last step left them; others are of another change. */
  readonly panels: readonly DashboardPanel[];
  /** Where it was on the screen; undefined if it was not there. */
  readonly top: number | undefined;
}

interface PanelHandles {
  readonly onPointerDown: (event: ReactPointerEvent<HTMLElement>) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly onBlur: () => void;
}

interface ArrangedPanels {
  /** In the order of the page, which stays while a panel is held: an element that is moved loses the focus. */
  readonly ordered: readonly DashboardPanel[];
  readonly heldId: string | null;
  /** Where the panel is now, for who cannot see it. */
  readonly said: string;
  readonly handles: (panel: DashboardPanel, kind: Arranging) => PanelHandles;
  /** So many places up or down where panels are below each other. */
  readonly stepBy: (panel: DashboardPanel, by: number) => void;
}

const STEPS: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** Near an end of the screen, a drag scrolls the page. */
const EDGE_PIXELS = 48;
const SCROLL_PIXELS = 24;

export function useArranging({ gridRef, grid, panels, nameOf, onArranged }: ArrangingOptions): ArrangedPanels {
  const [held, setHeld] = useState<Held | null>(null);
  const [said, setSaid] = useState("");
  const [taken, setTaken] = useState(0);
  const [stepped, setStepped] = useState<Stepped | null>(null);
  const ids = inReadingOrder(held?.base ?? panels).map(({ id }) => id);
  const ordered = ids.flatMap((id) => panels.find((panel) => panel.id === id) ?? []);

  const take = (panel: DashboardPanel, kind: Arranging): Held => {
    setTaken(taken + 1);
    return { id: panel.id, base: panels, wanted: panel.place, step: `${kind} ${panel.id} ${taken}` };
  };
  const put = (present: Held, wanted: PanelPlace): Held => {
    const next = arranged(present.base, present.id, wanted, grid.columns);
    const panel = next.find(({ id }) => id === present.id);
    onArranged(next, present.step);
    if (panel !== undefined) setSaid(words.dashboardEditor.moved(nameOf(panel), placeWords(panel.place)));
    const now = { ...present, wanted: panel?.place ?? wanted };
    setHeld(now);
    return now;
  };

  const drag = (event: ReactPointerEvent<HTMLElement>, panel: DashboardPanel, kind: Arranging): void => {
    const element = gridRef.current;
    const isOfButton = event.target instanceof Element && event.target.closest("button:not([data-mover])") !== null;
    // On a phone, panels are below each other.
    if (element === null || event.button !== 0 || isOfButton || getComputedStyle(element).display !== "grid") return;
    const [cellWidth, cellHeight] = [(element.clientWidth + GAP) / grid.columns, grid.rowHeight + GAP];
    const from = { x: event.pageX, y: event.pageY };
    let present = take(panel, kind);
    const abort = new AbortController();
    const moved = ({ pageX, pageY, clientY }: PointerEvent): void => {
      if (clientY > window.innerHeight - EDGE_PIXELS) window.scrollBy(0, SCROLL_PIXELS);
      else if (clientY < EDGE_PIXELS) window.scrollBy(0, -SCROLL_PIXELS);
      const [dx, dy] = [Math.round((pageX - from.x) / cellWidth), Math.round((pageY - from.y) / cellHeight)];
      const wanted = shifted(panel.place, kind, [dx, dy], grid.columns);
      if (!isSame(wanted, present.wanted)) present = put(present, wanted);
    };
    const letGo = (): void => {
      abort.abort();
      setHeld(null);
    };
    const { signal } = abort;
    window.addEventListener("pointermove", moved, { signal });
    window.addEventListener("pointerup", letGo, { signal });
    window.addEventListener("pointercancel", letGo, { signal });
    setHeld(present);
  };

  const press = (event: KeyboardEvent<HTMLElement>, panel: DashboardPanel): void => {
    const step = event.ctrlKey || event.metaKey || event.altKey ? undefined : STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const present = held?.id === panel.id ? held : take(panel, "move");
    put(present, shifted(present.wanted, event.shiftKey ? "resize" : "move", step, grid.columns));
  };

  const topOf = (id: string): number | undefined =>
    gridRef.current?.querySelector(`[data-panel="${id}"]`)?.getBoundingClientRect().top;
  const stepBy = (panel: DashboardPanel, by: number): void => {
    const { id } = panel;
    const isGoingOn = stepped?.id === id && stepped.panels === panels;
    const start = isGoingOn ? stepped : { id, base: panels, by: 0, step: `order ${id} ${taken}` };
    if (!isGoingOn) setTaken(taken + 1);
    const next = inOrder(start.base, id, start.by + by, grid.columns);
    onArranged(next, start.step);
    setStepped({ ...start, by: start.by + by, panels: next, top: topOf(id) });
    const place = inReadingOrder(next).findIndex((each) => each.id === id);
    setSaid(words.dashboardEditor.movedTo(nameOf(panel), place + 1, next.length));
  };
  useLayoutEffect(() => {
    // The others go around it: its buttons stay below the finger.
    if (stepped?.top !== undefined) window.scrollBy(0, (topOf(stepped.id) ?? stepped.top) - stepped.top);
    // oxlint-disable-next-line react/exhaustive-deps -- once for each step
  }, [stepped]);

  return {
    ordered,
    stepBy,
    heldId: held?.id ?? null,
    said,
    handles: (panel, kind) => ({
      onPointerDown: (event) => drag(event, panel, kind),
      onKeyDown: (event) => press(event, panel),
      onBlur: () => setHeld(null),
    }),
  };
}

function shifted(place: PanelPlace, kind: Arranging, [dx, dy]: readonly [number, number], columns: number): PanelPlace {
  if (kind === "move") return { ...place, x: place.x + dx, y: place.y + dy };
  // Its left side stays where it is.
  return { ...place, width: Math.min(place.width + dx, columns - place.x), height: place.height + dy };
}

function isSame(one: PanelPlace, other: PanelPlace): boolean {
  return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
}
