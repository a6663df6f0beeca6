// Lists of devices, plain or with related data: the customer's title and whether the device is active. A
// tenant may have a hundred thousand devices, and reading a row takes a microsecond. So searches and filters use an
// index that holds everything they need, and rows are read only for the page.
import { isPublic } from "../../../core/customers/customer.ts";
import type { DeviceFilter, DeviceInfo, DeviceSortProperty } from "../../../core/devices/device-store.ts";
import type { Device, JsonObject } from "../../../core/devices/device.ts";
import type { DeviceId, TenantId } from "../../../core/ids.ts";
import type { FoundPage, PageRequest } from "../../../core/page.ts";
import { parseNamed } from "../../../lib/json-names.ts";
import type { StoreConnection } from "../store-connection.ts";
import { DEVICE_COLUMNS, devicesOf } from "./device-rows.ts";
import { allOf, foldedText, inDirection, offsetOf, type Condition } from "./search-page.ts";
import type { Row } from "./stored-as.ts";

/** The devices of a list: the condition that finds them, and their number. */
interface Selection extends Condition {
  readonly total: number;
  /** Their ids in order if they are few, otherwise undefined. */
  readonly ids: readonly DeviceId[] | undefined;
}

/** Fewer devices than this are found once and sorted separately; more are found in the order of the list. */
const FEW = 1_000;

type Request = PageRequest<DeviceSortProperty>;

/** The order of a list. */
interface Order {
  readonly key: string;
  /** The index that holds the devices of a tenant in this order, or everything needed to sort them. */
  readonly index: string;
  readonly join: string;
  readonly isNullable: boolean;
}

const BY_ID = "device_in_order_of_id";
const JOIN_PROFILE = "JOIN device_profile p ON p.id = device.profile_id";
const JOIN_CUSTOMER = "LEFT JOIN customer c ON c.id = device.customer_id";

const ORDERS: Readonly<Record<DeviceSortProperty, Order>> = {
  createdTime: { key: "device.created_at", index: "device_in_order_of_time", join: "", isNullable: false },
  name: { key: "device.name", index: "device_in_order_of_name", join: "", isNullable: false },
  label: { key: "device.label", index: BY_ID, join: "", isNullable: true },
  type: { key: "p.name", index: BY_ID, join: JOIN_PROFILE, isNullable: false },
  deviceProfileName: { key: "p.name", index: BY_ID, join: JOIN_PROFILE, isNullable: false },
  customerTitle: { key: "c.title", index: BY_ID, join: JOIN_CUSTOMER, isNullable: true },
};

export function listDevices(connection: StoreConnection, filter: DeviceFilter, page: Request): FoundPage<Device> {
  const { textSearch } = page;
  const search = textSearch === null ? [] : [nameOrLabel(foldedText(textSearch))];
  const { ids, total } = listIds(connection, filter, search, page);
  const rows = connection.all(rowsOfPage(DEVICE_COLUMNS), JSON.stringify(ids), filter.tenantId);
  return { items: devicesOf(rows), total };
}

/** The search text also matches the type and the customer's title. */
export function listDeviceInfos(
  connection: StoreConnection,
  filter: DeviceFilter,
  page: Request,
): FoundPage<DeviceInfo> {
  const { ids, total } = listInfoIds(connection, filter, page);
  return { items: findDeviceInfos(connection, filter.tenantId, ids), total };
}

/** The ids of what `listDeviceInfos` lists. */
export function listInfoIds(
  connection: StoreConnection,
  filter: DeviceFilter,
  page: Request,
): { readonly ids: readonly DeviceId[]; readonly total: number } {
  const { textSearch } = page;
  // Most search texts match no profile and no customer, and then devices need not be searched for them.
  const occurs = (from: string, ...of: readonly string[]): boolean =>
    connection.get(`SELECT 1 ${from} LIMIT 1`, ...of) !== undefined;
  const search = textSearch === null ? [] : [nameLabelTypeOrTitle(filter.tenantId, foldedText(textSearch), { occurs })];
  return listIds(connection, filter, search, page);
}

/** What selects the devices of a list with customers and profiles, among those of a table with this alias. */
export function inDeviceList(
  { textSearch, ...filter }: DeviceFilter & Pick<Request, "textSearch">,
  alias: string,
): Condition {
  const search = textSearch === null ? [] : [nameLabelTypeOrTitle(filter.tenantId, foldedText(textSearch), { alias })];
  return allOf([...filtersOf(filter, alias), ...search]);
}

const INFO_COLUMNS = `${DEVICE_COLUMNS}, c.title AS customer_title, c.additional_info AS customer_info,
  (SELECT a.active FROM attribute_owner o JOIN device_activity a ON a.owner = o.number WHERE o.id = d.id) AS active`;

/** The devices that exist, in the order of `ids`. */
export function findDeviceInfos(
  connection: StoreConnection,
  tenantId: TenantId,
  ids: readonly DeviceId[],
): readonly DeviceInfo[] {
  const sql = rowsOfPage(INFO_COLUMNS, "LEFT JOIN customer c ON c.id = d.customer_id");
  const rows = connection.all(sql, JSON.stringify(ids), tenantId);
  return devicesOf(rows).map((device, index) => ({ ...device, ...extrasOf(rows[index] ?? {}) }));
}

/** The rows of given devices, in the order of their ids. Parameters: a JSON list of ids, then the tenant. */
function rowsOfPage(columns: string, join = ""): string {
  return `SELECT ${columns} FROM json_each(?) page CROSS JOIN device d ON d.id = page.value
    JOIN device_profile p ON p.id = d.profile_id ${join} WHERE d.tenant_id = ? ORDER BY page.key`;
}

function listIds(
  connection: StoreConnection,
  filter: DeviceFilter,
  search: readonly Condition[],
  page: Request,
): { readonly ids: readonly DeviceId[]; readonly total: number } {
  const { total, ids, ...condition } = select(connection, filter, search);
  const offset = offsetOf(page);
  if (offset >= total) return { ids: [], total };
  const { sql, parameters } = inOrder(ids === undefined ? condition : among(ids), page.sort, ids === undefined);
  return { ids: idsOf(connection.all(`${sql} LIMIT ? OFFSET ?`, ...parameters, page.size, offset)), total };
}

function select(connection: StoreConnection, filter: DeviceFilter, search: readonly Condition[]): Selection {
  const { tenantId } = filter;
  const conditions = [{ sql: "device.tenant_id = ?", parameters: [tenantId] }, ...filtersOf(filter), ...search];
  const condition = allOf(conditions);
  const { sql, parameters } = condition;
  if (conditions.length === 1) {
    const counted = connection.get("SELECT devices FROM device_count WHERE tenant_id = ?", tenantId);
    return { ...condition, total: Number(counted?.["devices"] ?? 0), ids: undefined };
  }
  const from = `FROM device INDEXED BY ${filter.customerId === null ? BY_ID : "device_by_customer"} WHERE ${sql}`;
  // If few devices match, this has read them all; otherwise it stops early.
  const ids = idsOf(connection.all(`SELECT device.id ${from} ORDER BY device.id LIMIT ?`, ...parameters, FEW));
  if (ids.length < FEW) return { ...condition, total: ids.length, ids };
  return { ...condition, total: connection.count(from, ...parameters), ids: undefined };
}

function among(ids: readonly DeviceId[]): Condition {
  return { sql: "device.id IN (SELECT value FROM json_each(?))", parameters: [JSON.stringify(ids)] };
}

/** As a tiebreak the id always ascends; as the sort key it follows the requested direction. */
function inOrder({ sql, parameters }: Condition, sort: Request["sort"], usesIndex: boolean): Condition {
  const direction = sort?.order ?? "ASC";
  const order = sort === null || sort.property === "id" ? undefined : ORDERS[sort.property];
  const index = usesIndex ? `INDEXED BY ${order?.index ?? BY_ID}` : "";
  const key =
    order === undefined
      ? `device.id ${direction}`
      : `${order.key} ${order.isNullable ? inDirection(direction) : direction}, device.id`;
  return { sql: `SELECT device.id FROM device ${index} ${order?.join ?? ""} WHERE ${sql} ORDER BY ${key}`, parameters };
}

function idsOf(rows: readonly Record<string, unknown>[]): readonly DeviceId[] {
  return rows.map(({ id }) => id as DeviceId);
}

function filtersOf(
  { tenantId, customerId, type, profileId, active, gateway }: DeviceFilter,
  alias = "device",
): readonly Condition[] {
  const conditions: Condition[] = [];
  if (customerId !== null) conditions.push({ sql: `${alias}.customer_id = ?`, parameters: [customerId] });
  if (profileId !== null) conditions.push({ sql: `${alias}.profile_id = ?`, parameters: [profileId] });
  if (type !== null)
    conditions.push({
      sql: `${alias}.profile_id = (SELECT id FROM device_profile WHERE tenant_id = ? AND name = ?)`,
      parameters: [tenantId, type],
    });
  if (active !== null)
    conditions.push({
      sql: `coalesce((SELECT a.active FROM attribute_owner o JOIN device_activity a ON a.owner = o.number
        WHERE o.id = ${alias}.id), 0) = ?`,
      parameters: [active ? 1 : 0],
    });
  if (gateway !== null)
    // Gateways are few, and have an index of their own.
    conditions.push({
      sql: `${alias}.id ${gateway ? "" : "NOT "}IN (SELECT id FROM device WHERE tenant_id = ? AND is_gateway = 1)`,
      parameters: [tenantId],
    });
  return conditions;
}

function nameOrLabel(text: string, alias = "device"): Condition {
  return { sql: `instr(${alias}.search_text, ?) > 0`, parameters: [text] };
}

interface SearchOptions {
  readonly alias?: string;
  /** Profiles and customers are left out in which the text does not occur, if that is known. */
  readonly occurs?: (from: string, ...parameters: readonly string[]) => boolean;
}

function nameLabelTypeOrTitle(
  tenantId: TenantId,
  text: string,
  { alias = "device", occurs = () => true }: SearchOptions,
): Condition {
  const alternatives = [nameOrLabel(text, alias)];
  for (const [column, table] of [
    ["profile_id", "device_profile"],
    ["customer_id", "customer"],
  ] as const) {
    const matching = `FROM ${table} WHERE tenant_id = ? AND instr(search_text, ?) > 0`;
    if (occurs(matching, tenantId, text))
      alternatives.push({ sql: `${alias}.${column} IN (SELECT id ${matching})`, parameters: [tenantId, text] });
  }
  return {
    sql: `(${alternatives.map(({ sql }) => sql).join(" OR ")})`,
    parameters: alternatives.flatMap(({ parameters }) => parameters),
  };
}

/** The row was written by us from checked values, so this parses our own format. */
function extrasOf(row: Row): Omit<DeviceInfo, keyof Device> {
  const title = row["customer_title"] as string | null;
  const additionalInfo =
    row["customer_info"] === null ? null : (parseNamed(row["customer_info"] as string) as JsonObject);
  return {
    customerTitle: title,
    customerIsPublic: title !== null && isPublic({ title, additionalInfo }),
    active: row["active"] === 1,
  };
}
