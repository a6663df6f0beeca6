// Lists of devices in SQLite, plain and with what stands beside a device: its customer's title and whether it is active.
import { sql, type Kysely } from "kysely";
import type { DeviceFilter, DeviceInfo, DeviceSortProperty } from "../../core/devices/device-store.ts";
import type { Device } from "../../core/devices/device.ts";
import type { DeviceId, TenantId } from "../../core/ids.ts";
import type { FoundPage, PageRequest } from "../../core/page.ts";
import { deviceOf } from "./device-rows.ts";
import type { Database } from "./schema.ts";
import { foldedText, searchPage, type ListColumns } from "./search-page.ts";

const LIST: ListColumns<DeviceSortProperty> = {
  search: "device.search_text",
  id: "device.id",
  sort: {
    createdTime: "device.created_at",
    name: "device.name",
    type: "device_profile.name",
    deviceProfileName: "device_profile.name",
    label: "device.label",
    customerTitle: "customer.title",
  },
};

export async function listDevices(
  db: Kysely<Database>,
  filter: DeviceFilter,
  page: PageRequest<DeviceSortProperty>,
): Promise<FoundPage<Device>> {
  const { items, total } = await searchPage(filtered(db, filter), page, LIST);
  return { items: items.map(deviceOf), total };
}

/** The search text is looked for in the type and the customer's title as well. */
export async function listDeviceInfos(
  db: Kysely<Database>,
  filter: DeviceFilter,
  page: PageRequest<DeviceSortProperty>,
): Promise<FoundPage<DeviceInfo>> {
  const { textSearch } = page;
  const text = textSearch === null ? null : foldedText(textSearch);
  const query = filtered(db, filter).$if(text !== null, (all) =>
    all.where((where) =>
      where.or([
        sql<boolean>`instr(device.search_text, ${text}) > 0`,
        sql<boolean>`instr(device_profile.search_text, ${text}) > 0`,
        sql<boolean>`instr(customer.search_text, ${text}) > 0`,
      ]),
    ),
  );
  const { items, total } = await searchPage(query, { ...page, textSearch: null }, LIST);
  return { items: items.map(infoOf), total };
}

export async function findDeviceInfo(
  db: Kysely<Database>,
  tenantId: TenantId,
  id: DeviceId,
): Promise<DeviceInfo | undefined> {
  const row = await devices(db).where("device.tenant_id", "=", tenantId).where("device.id", "=", id).executeTakeFirst();
  return row === undefined ? undefined : infoOf(row);
}

function devices(db: Kysely<Database>) {
  return db
    .selectFrom("device")
    .innerJoin("device_profile", "device_profile.id", "device.profile_id")
    .leftJoin("customer", "customer.id", "device.customer_id")
    .leftJoin("attribute_owner", "attribute_owner.id", "device.id")
    .leftJoin("device_activity", "device_activity.owner", "attribute_owner.number")
    .selectAll("device")
    .select([
      "device_profile.name as profile_name",
      "customer.title as customer_title",
      "customer.additional_info as customer_info",
      "device_activity.active as active",
    ]);
}

function filtered(db: Kysely<Database>, { tenantId, customerId, type, profileId, active }: DeviceFilter) {
  let query = devices(db).where("device.tenant_id", "=", tenantId);
  if (customerId !== null) query = query.where("device.customer_id", "=", customerId);
  if (type !== null) query = query.where("device_profile.name", "=", type);
  if (profileId !== null) query = query.where("device.profile_id", "=", profileId);
  if (active !== null) query = query.where(sql<boolean>`coalesce(device_activity.active, 0) = ${active ? 1 : 0}`);
  return query;
}

/** The row was written by us from checked values, so this is the parser of our own format. */
function infoOf(row: Record<string, unknown>): DeviceInfo {
  const customerInfo =
    row["customer_info"] === null
      ? null
      : (JSON.parse(row["customer_info"] as string) as { readonly isPublic?: unknown });
  return {
    ...deviceOf(row),
    customerTitle: row["customer_title"] as string | null,
    customerIsPublic: customerInfo?.isPublic === true,
    active: row["active"] === 1,
  };
}
