// The settings of a panel, as the editor saves them in its `options`: those of its chart, and its own. The platform stores them
// unchanged, so whatever cannot be one is ignored.
import type {
  AttributeSwitchOptions,
  MessagesOptions,
  RpcButtonOptions,
} from "../../../src/core/dashboards/panel-options-schema.ts";
import { isObject } from "../../../src/lib/members.ts";
import { cellStyles, type ColorRule } from "../../components/chart/cell-style.ts";
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
}

const PICTURES = ["line", "area", "bar", "stackedBar"] as const;
const DECIMALS_MAX = 15;

export function panelOptions(saved: Readonly<Record<string, unknown>>): PanelOptions {
  const { decimals, picture, text } = saved;
  const textAt = (name: string): string | null => {
    const value = saved[name];
    return typeof value === "string" && value !== "" ? value : null;
  };
  const isCount = typeof decimals === "number" && Number.isInteger(decimals) && decimals >= 0;
  return {
    unit: textAt("unit"),
    decimals: isCount ? Math.min(decimals, DECIMALS_MAX) : null,
    thresholds: thresholdsOf(saved["thresholds"]),
    picture: PICTURES.find((known) => known === picture) ?? null,
    latitude: textAt("latitude"),
    longitude: textAt("longitude"),
    value: textAt("value"),
    text: typeof text === "string" ? text : "",
  };
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

function thresholdsOf(saved: unknown): readonly ColorRule[] {
  const colors = Array.isArray(saved) ? saved.filter(isObject) : [];
  return cellStyles([{ id: "thresholds", colors }]).get("thresholds")?.colors ?? [];
}
