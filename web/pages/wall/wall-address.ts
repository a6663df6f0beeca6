// Which dashboards a wall screen shows in turn, and for how long each: `ids=a,b` and `every=30`, or `every=30,60` for a time
// of its own each. Addresses are untrusted, so invalid parts are ignored.
import { textOf, type Address } from "../../app/list-state.ts";

export const WALL_PATH = "/dashboards/wall";
export const SECONDS_MIN = 5;
export const SECONDS_MAX = 3_600;
export const SECONDS_USUAL = 30;
export const DASHBOARDS_MAX = 20;

/** A dashboard and how long it is shown before the next one. */
export interface Turn {
  readonly dashboardId: string;
  readonly seconds: number;
}

interface WallOfAddress {
  readonly turns: readonly Turn[];
  /** How many the address names beyond those that may be shown in turn. */
  readonly beyond: number;
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A time out of bounds is the nearest within; one that is missing is the last one that is given. */
export function turnsOf(address: Address): WallOfAddress {
  const times = textOf(address, "every").split(",").map(secondsOf);
  const turns = textOf(address, "ids")
    .toLowerCase()
    .split(",")
    .map((dashboardId, place) => ({ dashboardId, seconds: times[place] ?? times.at(-1) ?? SECONDS_USUAL }))
    .filter(({ dashboardId }) => ID.test(dashboardId));
  return { turns: turns.slice(0, DASHBOARDS_MAX), beyond: Math.max(0, turns.length - DASHBOARDS_MAX) };
}

function secondsOf(text: string): number {
  const seconds = Math.round(Number(text || "NaN"));
  return Number.isNaN(seconds) ? SECONDS_USUAL : Math.min(SECONDS_MAX, Math.max(SECONDS_MIN, seconds));
}

/** The parameters of the address that names these; a dashboard alone has no time. */
export function wallAddress(turns: readonly Turn[]): { readonly ids: string; readonly every?: number | string } {
  const ids = turns.map(({ dashboardId }) => dashboardId).join(",");
  const times = turns.map(({ seconds }) => seconds);
  if (times.length < 2) return { ids };
  const [first = SECONDS_USUAL] = times;
  return { ids, every: times.every((seconds) => seconds === first) ? first : times.join(",") };
}
