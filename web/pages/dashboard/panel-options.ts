// The settings of a panel, as the editor saves them in its `options`: those of its chart, and its own. The platform stores them
// unchanged, so whatever cannot be one is ignored.
import type {
  AttributeSwitchOptions,
  MessagesOptions,
  RpcButtonOptions,
} from "../../../src/core/dashboards/panel-options-schema.ts";
import { isObject } from "../../../src/lib/members.ts";
import { colorRules, type ColorRule } from "../../components/chart/cell-style.ts";
import type { ChartOptionsDraft } from "../view-editor/view-draft.ts";

export type PanelOptionsDraft = ChartOptionsDraft &
  Readonly<{
    /** Of all figures. */
    unit?: string;
    decimals?: number;
    thresholds?: readonly Readonly<{ from?: number; to?: number; color?: string }>[];
    picture?: (typeof PICTURES)[number];
    /** Keys, or columns of the view. */
    latitude?: string;
    longitude?: string;
    value?: string;
    /** Of a panel of kind text, in Markdown. */
    text?: string;
    /** Of single keys, in the place of those above. */
    byKey?: readonly KeyStyleDraft[];
    /** Of an image plan: a data URL, where values stand on it, and whether their names do. */
    image?: string;
    places?: readonly PlanPlace[];
    names?: boolean;
  }>;

/** Of a value on an image: shares of it from the left and from the top, 0 to 1. */
export interface PlanPlace {
  readonly device: string;
  readonly key: string;
  readonly x: number;
  readonly y: number;
}

export type KeyStyleDraft = Readonly<{
  key: string;
  name?: string;
  unit?: string;
  decimals?: number;
  thresholds?: PanelOptionsDraft["thresholds"];
}>;

export interface PanelOptions {
  /** Null for those of the columns. */
  readonly unit: string | null;
  readonly decimals: number | null;
  readonly thresholds: readonly ColorRule[];
  readonly picture: (typeof PICTURES)[number] | null;
  readonly latitude: string | null;
  readonly longitude: string | null;
  readonly value: string | null;
  readonly text: string;
  readonly byKey: readonly KeyStyle[];
  readonly image: string;
  readonly places: readonly PlanPlace[];
  readonly names: boolean;
}

/** How the values of one key are written; null and none for those of the panel. */
export interface KeyStyle {
  readonly key: string;
  readonly name: string | null;
  readonly unit: string | null;
  readonly decimals: number | null;
  readonly thresholds: readonly ColorRule[];
}

const PICTURES = ["line", "area", "bar", "stackedBar"] as const;
const DECIMALS_MAX = 15;

type Saved = Readonly<Record<string, unknown>>;

export function panelOptions(saved: Saved): PanelOptions {
  const { picture, text, byKey, image, places, names } = saved;
  return {
    unit: textAt(saved, "unit"),
    decimals: decimalsAt(saved),
    thresholds: colorRules(saved["thresholds"]),
    picture: PICTURES.find((known) => known === picture) ?? null,
    latitude: textAt(saved, "latitude"),
    longitude: textAt(saved, "longitude"),
    value: textAt(saved, "value"),
    text: typeof text === "string" ? text : "",
    byKey: Array.isArray(byKey) ? byKey.filter(isObject).flatMap(keyStyleOf) : [],
    image: typeof image === "string" ? image : "",
    // The platform has checked those of an image plan.
    places: Array.isArray(places) ? (places as readonly PlanPlace[]) : [],
    names: names !== false,
  };
}

function keyStyleOf(saved: Saved): readonly KeyStyle[] {
  const key = textAt(saved, "key");
  if (key === null) return [];
  const [name, unit] = [textAt(saved, "name"), textAt(saved, "unit")];
  return [{ key, name, unit, decimals: decimalsAt(saved), thresholds: colorRules(saved["thresholds"]) }];
}

function textAt(saved: Saved, name: string): string | null {
  const value = saved[name];
  return typeof value === "string" && value !== "" ? value : null;
}

function decimalsAt({ decimals }: Saved): number | null {
  const isCount = typeof decimals === "number" && Number.isInteger(decimals) && decimals >= 0;
  return isCount ? Math.min(decimals, DECIMALS_MAX) : null;
}

/** Of a panel of kind attributeSwitch, which the platform has checked. */
export function switchOptions(saved: Readonly<Partial<AttributeSwitchOptions>>): AttributeSwitchOptions {
  return { on: true, off: false, onLabel: "", offLabel: "", confirm: false, ...saved };
}

/** Of a panel of kind rpcButton. */
export function rpcOptions(saved: Readonly<Partial<RpcButtonOptions>>): RpcButtonOptions {
  return { method: "", params: "", oneWay: false, timeoutSeconds: 10, label: "", confirm: false, ...saved };
}

/** Of a panel of kind messages. */
export function messagesOptions(saved: Readonly<Partial<MessagesOptions>>): MessagesOptions {
  return { show: "refused", count: 20, ...saved };
}
