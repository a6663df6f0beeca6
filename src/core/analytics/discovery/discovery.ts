// What a reader can report on: telemetry keys and attributes with what they hold, and the values of a dimension,
// limited to devices that the reader may see. No history is read. Source: analytics contract 4.3, 6.1.
import { valueFromColumns } from "../../attributes/attribute.ts";
import type { AttributeScope } from "../../bus/events.ts";
import type { SeriesNumber } from "../../devices/known-device.ts";
import type { DeviceId, DeviceProfileId } from "../../ids.ts";
import type { Value } from "../../values.ts";
import { AnalyticsError } from "../analytics-error.ts";
import type { AccessibleDevices } from "../access/accessible-devices.ts";
import type { DimensionSources } from "../access/dimension-columns.ts";
import { SAMPLE_LENGTH_MAX, type OwnerNumber } from "../access/dimension-row-store.ts";
import { compareTexts, foldedText } from "../expressions/text-values.ts";
import { canonicalText } from "../report/filters.ts";
import { type CellKind, typeOfCell } from "../report/group-by.ts";
import type { Reader } from "../reader.ts";
import type { AttributeSource, EntitySource, ReportAttributeScope, Scope } from "../view/table-view.ts";
import { distinctValues, type FoundValues } from "./distinct-values.ts";

export interface KeysQuery {
  /** Null for both kinds. */
  readonly kind: "telemetry" | "attribute" | null;
  /** Only attributes of this scope; null for all. */
  readonly scope: Exclude<ReportAttributeScope, "any"> | null;
  readonly profileId: DeviceProfileId | null;
  readonly deviceId: DeviceId | null;
  /** Part of the key, case-insensitive; empty for all. */
  readonly text: string;
  readonly limit: number;
}

export interface ValuesQuery {
  readonly source: EntitySource | AttributeSource;
  /** Part of the value, case-insensitive; empty for all. */
  readonly text: string;
  readonly limit: number;
}

export interface KnownKey {
  readonly key: string;
  readonly kind: "telemetry" | "attribute";
  /** The scope of an attribute. */
  readonly scope: Exclude<ReportAttributeScope, "any"> | null;
  /** Number of devices by the type of their newest value. */
  readonly types: ReadonlyMap<CellKind, number>;
  readonly devices: number;
  /** Time of the newest value, in milliseconds. */
  readonly lastTs: number;
  /** Some of the newest values, without duplicates; long texts are cut. */
  readonly samples: readonly Value[];
}

export interface FoundKeys {
  /** Sorted by key in code point order, telemetry before attributes. */
  readonly keys: readonly KnownKey[];
  readonly isCut: boolean;
}

export interface DiscoveryOptions {
  /** Most series and attributes that one call may examine. */
  readonly lookedAtMax: number;
}

/** Devices whose keys are read at once, and the most keys in one read: some milliseconds of work. */
const KEY_DEVICES = 250;
const KEYS_AT_ONCE = 10_000;
const SAMPLES_MAX = 5;

const WIRE_SCOPES: Readonly<Record<AttributeScope, Exclude<ReportAttributeScope, "any">>> = {
  CLIENT_SCOPE: "client",
  SHARED_SCOPE: "shared",
  SERVER_SCOPE: "server",
};

const ALL_DEVICES: Omit<Scope, "where"> = {
  entityType: "DEVICE",
  profiles: null,
  deviceIds: null,
  customerIds: null,
  gatewayIds: null,
  nameMatches: null,
};

export class Discovery {
  readonly #devices: AccessibleDevices;
  readonly #sources: Pick<DimensionSources, "store" | "latest">;
  readonly #options: DiscoveryOptions;

  constructor(
    devices: AccessibleDevices,
    sources: Pick<DimensionSources, "store" | "latest">,
    options: DiscoveryOptions,
  ) {
    this.#devices = devices;
    this.#sources = sources;
    this.#options = options;
  }

  /** Throws `REPORT_TOO_EXPENSIVE` if the devices have more series and attributes than a call may examine. */
  async keys(reader: Reader, query: KeysQuery, signal: AbortSignal): Promise<FoundKeys> {
    const scope = {
      ...ALL_DEVICES,
      ...(query.deviceId !== null && { deviceIds: [query.deviceId] }),
      ...(query.profileId !== null && { profiles: [{ id: query.profileId, name: "" }] }),
    };
    const rows = await this.#devices.rowsIn(reader, scope, false, signal);
    const found = new KeyTable(this.#options);
    if (query.kind !== "attribute")
      await piecewise(rows.ids, signal, (ids, max) => this.#telemetryKeys(ids, max, found));
    if (query.kind !== "telemetry")
      await piecewise(rows.owners, signal, (owners, max) => this.#attributeKeys(owners, max, found));
    return found.list(query);
  }

  /** The values of a dimension on the reader's devices. Throws like reports if there is too much to read. */
  async values(reader: Reader, { source, text, limit }: ValuesQuery, signal: AbortSignal): Promise<FoundValues> {
    const needsGateways = source.of === "gateway" || (source.type === "entity" && source.field === "gateway");
    const rows = await this.#devices.rowsIn(reader, ALL_DEVICES, needsGateways, signal);
    const column = await this.#devices.columnsOf(reader, rows, signal).column(source);
    return distinctValues(column, text, limit);
  }

  async #attributeKeys(owners: readonly OwnerNumber[], max: number, found: KeyTable): Promise<boolean> {
    const summaries = await this.#sources.store.attributeKeys(owners, max);
    for (const { scope, key, type, count, lastTs, sample } of summaries ?? [])
      found.add({
        ...{ kind: "attribute", scope: WIRE_SCOPES[scope], key, type, devices: count, lastTs },
        sample: valueFromColumns(...sample),
      });
    return summaries !== null;
  }

  async #telemetryKeys(ids: readonly DeviceId[], max: number, found: KeyTable): Promise<boolean> {
    const keys = await this.#sources.store.keys(ids, max);
    if (keys === null) return false;
    const series: SeriesNumber[] = [];
    const keyOf: string[] = [];
    for (const [key, numbers] of keys)
      for (const number of numbers) {
        series.push(number);
        keyOf.push(key);
      }
    const points = await this.#sources.latest.latest(series);
    points.forEach((point, index) => {
      if (point === undefined) return;
      const { ts, value } = point;
      const key = keyOf[index] ?? "";
      found.add({
        kind: "telemetry",
        scope: null,
        key,
        type: typeOfCell(value),
        devices: 1,
        lastTs: ts,
        sample: value,
      });
    });
    return true;
  }
}

/**
 * Reads the items in pieces; `read` returns false if a piece has more than `max` keys. Such a piece is split in half
 * and read again; a single device is read with all of its keys, whose number is bounded.
 */
async function piecewise<Item>(
  items: readonly Item[],
  signal: AbortSignal,
  read: (some: readonly Item[], max: number) => Promise<boolean>,
): Promise<void> {
  let size = KEY_DEVICES;
  for (let start = 0; start < items.length;) {
    const max = size === 1 ? Number.MAX_SAFE_INTEGER - 1 : KEYS_AT_ONCE;
    if (await read(items.slice(start, start + size), max)) {
      start += size;
      size = Math.min(KEY_DEVICES, size * 2);
    } else size = Math.ceil(size / 2);
    signal.throwIfAborted();
  }
}

interface KeyCount {
  readonly key: string;
  readonly kind: KnownKey["kind"];
  readonly scope: KnownKey["scope"];
  readonly types: Map<CellKind, number>;
  devices: number;
  lastTs: number;
  readonly samples: Map<string, Value>;
}

/** A key as one read of devices found it. */
interface KeySummary extends Pick<KnownKey, "kind" | "scope" | "key" | "devices" | "lastTs"> {
  readonly type: CellKind;
  readonly sample: Value;
}

class KeyTable {
  readonly #options: DiscoveryOptions;
  readonly #keys = new Map<string, KeyCount>();
  #lookedAt = 0;

  constructor(options: DiscoveryOptions) {
    this.#options = options;
  }

  add({ kind, scope, key, type, devices, lastTs, sample }: KeySummary): void {
    this.#lookedAt += devices;
    const limit = this.#options.lookedAtMax;
    if (this.#lookedAt > limit)
      throw new AnalyticsError(
        "REPORT_TOO_EXPENSIVE",
        `a look for keys may pass ${String(limit)} series and attributes, there are more; name a profile or a device`,
        [],
        { limit: { name: "analytics.discovery.maxLookedAt", value: limit } },
      );
    const name = `${scope ?? ""} ${key}`;
    let known = this.#keys.get(name);
    if (known === undefined) {
      known = { key, kind, scope, types: new Map(), devices: 0, lastTs, samples: new Map() };
      this.#keys.set(name, known);
    }
    known.types.set(type, (known.types.get(type) ?? 0) + devices);
    known.devices += devices;
    known.lastTs = Math.max(known.lastTs, lastTs);
    if (known.samples.size < SAMPLES_MAX) addSample(known.samples, sample);
  }

  list({ scope, text, limit }: KeysQuery): FoundKeys {
    const wanted = foldedText(text);
    const found = [...this.#keys.values()]
      .filter((each) => wanted === "" || foldedText(each.key).includes(wanted))
      .filter((each) => scope === null || each.kind === "telemetry" || each.scope === scope)
      .sort(inOrder);
    const keys = found.slice(0, limit).map((each) => ({ ...each, samples: [...each.samples.values()] }));
    return { keys, isCut: found.length > limit };
  }
}

/** Many devices have the same value. Texts are compared and shown by their first characters. */
function addSample(samples: Map<string, Value>, value: Value): void {
  const text = canonicalText(value);
  const isLong = text.length > SAMPLE_LENGTH_MAX;
  const shown = isLong ? `${text.slice(0, SAMPLE_LENGTH_MAX).toWellFormed()}…` : text;
  if (!samples.has(shown)) samples.set(shown, isLong ? shown : value);
}

function inOrder(left: KeyCount, right: KeyCount): number {
  return (
    compareTexts(left.key, right.key) ||
    compareTexts(right.kind, left.kind) ||
    compareTexts(left.scope ?? "", right.scope ?? "")
  );
}
