// Devices as lists show them, with the newest values of the chosen columns, in one call.
import { api, ask } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import type { Page } from "../../components/data-table.tsx";
import { keyOfWord, valueColumnOf, type EntityKey } from "./column-words.ts";

/** A newest value or attribute as text, with its time. */
export interface ShownValue {
  readonly text: string;
  readonly ts: number;
}

export interface ListedDevice {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly profile: string;
  readonly isGateway: boolean;
  readonly active: boolean;
  readonly customer: { readonly title: string; readonly isPublic: boolean } | null;
  /** The one that connected it last, if the viewer may see that one. */
  readonly gateway: { readonly id: string; readonly name: string } | null;
  /** 0 if there was none. */
  readonly lastActivity: number;
  readonly createdTime: number;
  /** By the word of the column; columns without a value are missing. */
  readonly values: ReadonlyMap<string, ShownValue>;
}

export interface DeviceConditions {
  readonly textSearch?: string | undefined;
  readonly customerId: string | null;
  readonly deviceProfileId: string | null;
  readonly active: boolean | null;
  readonly gateway: boolean | null;
}

export interface DevicePage {
  readonly data: readonly ListedDevice[];
  readonly totalElements: number;
  readonly hasNext: boolean;
}

interface DeviceQuery {
  readonly conditions: DeviceConditions;
  readonly page: number;
  readonly pageSize: number;
  readonly sort?: { readonly word: string; readonly direction: "ASC" | "DESC" } | undefined;
  /** The columns of values to read. */
  readonly words: readonly string[];
}

const FIELDS = [
  ...["name", "label", "type", "customerTitle", "customerIsPublic"],
  ...["isGateway", "gatewayId", "gatewayName", "createdTime"],
] as const;
const NOTES = ["active", "lastActivityTime"] as const;

export async function findDevices(query: DeviceQuery, signal: AbortSignal): Promise<DevicePage> {
  return await find({ type: "deviceList", ...query.conditions }, query, signal);
}

/** A row of another call, with what columns of devices show of it. */
export type RowWithDevice<Row> = Row & { readonly device?: ListedDevice };

/** Reads the devices of a page only if a column needs them. `words`: the columns that the rows themselves do not have. */
export async function withDevices<Row extends { readonly id: { readonly id: string } }>(
  { data, totalElements }: Page<Row>,
  words: readonly string[],
  signal: AbortSignal,
): Promise<Page<RowWithDevice<Row>>> {
  if (words.length === 0 || data.length === 0) return { data, totalElements };
  const filter = { type: "entityList", entityType: "DEVICE", entityList: data.map(({ id }) => id.id) } as const;
  const found = await find(filter, { page: 0, pageSize: data.length, words }, signal);
  const devices = new Map(found.data.map((device) => [device.id, device]));
  const rows = data.map((row) => {
    const device = devices.get(row.id.id);
    // One that was deleted meanwhile has none.
    return device === undefined ? row : { ...row, device };
  });
  return { data: rows, totalElements };
}

async function find(
  entityFilter: Schema<"EntityFilter">,
  query: Omit<DeviceQuery, "conditions">,
  signal: AbortSignal,
): Promise<DevicePage> {
  const { page, pageSize, sort } = query;
  const words = query.words.filter((word) => valueColumnOf(word) !== null);
  const keys = words.flatMap((word) => keyOfWord(word) ?? []);
  const sortKey = sort === undefined ? undefined : keyOfWord(sort.word);
  const answer = await ask(
    api.POST("/api/entitiesQuery/find", {
      body: {
        entityFilter,
        entityFields: FIELDS.map((key) => ({ type: "ENTITY_FIELD", key }) as const),
        latestValues: [...NOTES.map((key) => ({ type: "SERVER_ATTRIBUTE", key }) as const), ...keys],
        pageLink: {
          page,
          pageSize,
          ...(sort === undefined || sortKey === undefined
            ? {}
            : { sortOrder: { key: sortKey, direction: sort.direction } }),
        },
      },
      signal,
    }),
  );
  const { data, totalElements, hasNext } = answer;
  return { data: data.map((row) => listed(row, words)), totalElements, hasNext };
}

/** As many as the platform gives at once. */
const ROWS_AT_ONCE = 10_000;

/** Every device that the conditions find now. What comes to meet them later is not among them. */
export async function findAllDevices(
  conditions: DeviceConditions,
  signal: AbortSignal,
): Promise<readonly ListedDevice[]> {
  const found: ListedDevice[] = [];
  for (let page = 0; ; page++) {
    // In the order of creation, so that new devices do not push others from one page to the next.
    const { data, hasNext } = await findDevices({ conditions, page, pageSize: ROWS_AT_ONCE, words: [] }, signal);
    found.push(...data);
    if (!hasNext) return found;
  }
}

function listed({ entityId, latest }: Schema<"EntityData">, words: readonly string[]): ListedDevice {
  const shown = ({ type, key }: EntityKey): ShownValue => {
    const value = latest[type]?.[key];
    return { text: value?.value ?? "", ts: value?.ts ?? 0 };
  };
  const field = (key: (typeof FIELDS)[number]): string => shown({ type: "ENTITY_FIELD", key }).text;
  const note = (key: (typeof NOTES)[number]): string => shown({ type: "SERVER_ATTRIBUTE", key }).text;
  const [title, gatewayId] = [field("customerTitle"), field("gatewayId")];
  const values = words.flatMap((word) => {
    const key = keyOfWord(word);
    const value = key === undefined ? undefined : shown(key);
    // A key that the device does not have comes with the time 0.
    return value === undefined || value.ts === 0 ? [] : [[word, value] as const];
  });
  return {
    id: entityId.id,
    name: field("name"),
    label: field("label"),
    profile: field("type"),
    isGateway: field("isGateway") === "true",
    active: note("active") === "true",
    customer: title === "" ? null : { title, isPublic: field("customerIsPublic") === "true" },
    gateway: gatewayId === "" ? null : { id: gatewayId, name: field("gatewayName") },
    lastActivity: Number(note("lastActivityTime")),
    createdTime: Number(field("createdTime")),
    values: new Map(values),
  };
}
