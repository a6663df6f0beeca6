// The table view of a map whose coordinates are attributes: a panel of keys reads telemetry alone.
import { isObject } from "../../../src/lib/members.ts";
import { formatMembers, type KeyFormat } from "../../components/chart/key-format.ts";
import type { Coordinates } from "../dashboard/coordinates.ts";
import type { DevicesOfSource } from "../dashboard-editor/dashboard-draft.ts";
import type { FieldDraft, ViewDraft } from "../view-editor/view-draft.ts";
import { ownZone } from "../view-editor/range-words.ts";
import { words } from "../../words/words.ts";

const WORDS = words.dashboards.places;

/** Any text can be a key, but not the label of a column. */
const PLAIN_KEY = /^[\p{L}\p{N} ._%°-]{1,100}$/u;

interface Places {
  readonly coordinates: Coordinates;
  readonly devices: DevicesOfSource;
  /** Whose newest value stands at the marker; null for none. */
  readonly figure: ({ readonly key: string } & KeyFormat) | null;
}

export function placesView({ coordinates, devices, figure }: Places): ViewDraft {
  const fields = [
    { id: "name", label: words.components.common.device, source: { type: "entity", field: "name" } } as const,
    attribute("latitude", WORDS.latitude, coordinates.latitude),
    attribute("longitude", WORDS.longitude, coordinates.longitude),
  ];
  return {
    ...{ name: WORDS.title, sharing: { visibility: "tenant" }, scope: scopeOf(devices) },
    timeRange: { type: "preset", preset: "last24Hours", timezone: ownZone() },
    fields: figure === null ? fields : [...fields, newest(figure)],
    // A device without the figure has a place all the same, one without a place has no marker.
    grouping: { keepEmptyGroups: true, missingGroup: "drop" },
    visualization: {
      ...{ type: "map", latitude: "latitude", longitude: "longitude" },
      ...(figure === null ? {} : { value: "figure" }),
    },
  };
}

function attribute(id: string, label: string, key: string): FieldDraft {
  return { id, label, source: { type: "attribute", scope: "any", key } };
}

function newest({ key, ...format }: NonNullable<Places["figure"]>): FieldDraft {
  return {
    ...{ id: "figure", label: PLAIN_KEY.test(key) ? key : words.components.common.value, kind: "measure" },
    source: { type: "telemetry", key },
    aggregation: { fn: "current" },
    ...formatMembers(format),
  };
}

function scopeOf({ deviceIds, filter }: DevicesOfSource): NonNullable<ViewDraft["scope"]> {
  if (deviceIds !== null && deviceIds.length > 0) return { deviceIds: [...deviceIds] };
  const { deviceTypes, entityNameFilter } = isObject(filter) ? filter : {};
  if (Array.isArray(deviceTypes)) return { profiles: deviceTypes.map((name) => ({ name: String(name) })) };
  return typeof entityNameFilter === "string" && entityNameFilter !== "" ? { nameMatches: `${entityNameFilter}*` } : {};
}
