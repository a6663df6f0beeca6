// Fills the database of a data folder, whose platform has been started once and stopped, with devices and audit records of
// the first tenant.
//   node bench/fill-entities.ts FOLDER DEVICES RECORDS
import { join } from "node:path";
import { AttributeKind } from "../src/core/attributes/attribute.ts";
import { AttributeRows, scopeNumber } from "../src/adapters/sql/stores/attribute-rows.ts";
import { deviceNameOf } from "./device-names.ts";
import { SqliteConnection } from "../src/adapters/sqlite/connection.ts";
import { insertDevice } from "../src/adapters/sql/stores/device-rows.ts";
import { SqlAuditStore } from "../src/adapters/sql/stores/audit-store.ts";
import {
  newId,
  type AuditRecordId,
  type DeviceId,
  type DeviceProfileId,
  type TenantId,
  type UserId,
} from "../src/core/ids.ts";
import { NO_DEVICE_REFERENCES } from "../src/core/devices/references.ts";
import { millis } from "../src/lib/clock.ts";
import { loadMasterKey, SecretBox } from "../src/lib/secret-box.ts";

const [folder = "", devicesText = "", recordsText = ""] = process.argv.slice(2);
const DAYS = 30;
const DAY_MILLIS = 86_400_000;

const connection = new SqliteConnection(join(folder, "bridgehead.sqlite"), "write");
const profile = connection.get("SELECT id, tenant_id FROM device_profile LIMIT 1");
const tenantId = String(profile?.["tenant_id"]) as TenantId;
const profileId = String(profile?.["id"]) as DeviceProfileId;
const userId = String(connection.get("SELECT id FROM user_account WHERE tenant_id = ?", tenantId)?.["id"]) as UserId;
const firstTs = Date.now() - DAYS * DAY_MILLIS;

const attributes = new AttributeRows(connection);
const saveAttribute = attributes.upserter();

connection.exec("BEGIN");
const ids: DeviceId[] = [];
for (let index = 0; index < Number(devicesText); index++) {
  const id = newId<DeviceId>();
  ids.push(id);
  insertDevice(connection, {
    id,
    createdAt: millis(firstTs + index),
    tenantId,
    customerId: null,
    name: deviceNameOf(index),
    label: index % 3 === 0 ? null : `north wing ${String(index % 500)}`,
    profileId,
    deviceData: '{"configuration":{"type":"DEFAULT"},"transportConfiguration":{"type":"DEFAULT"}}',
    additionalInfo: { gateway: false, description: "" },
    ...NO_DEVICE_REFERENCES,
  });
  const serial = `SN${String((index * 7919) % Number(devicesText))}`;
  const owner = attributes.ownerOfDevice(id) ?? 0;
  saveAttribute(owner, scopeNumber("CLIENT_SCOPE"), "serial", AttributeKind.STRING, serial, firstTs + index);
}
connection.exec("COMMIT; BEGIN");
const log = new SqlAuditStore({ connection, secrets: new SecretBox(loadMasterKey(folder)) });
const records = Number(recordsText);
for (let index = 0; index < records; index++) {
  const device = index % ids.length;
  await log.append({
    id: newId<AuditRecordId>(),
    createdAt: millis(firstTs + Math.floor((index * DAYS * DAY_MILLIS) / records)),
    tenantId,
    customerId: null,
    entityType: "DEVICE",
    entityId: ids[device] ?? null,
    entityName: deviceNameOf(device),
    userId,
    userName: "bench@example.com",
    action: "ATTRIBUTES_UPDATED",
    data: `{"scope":"SHARED_SCOPE","attributes":{"setpoint":${String(index % 100)}}}`,
    failure: null,
  });
}
connection.exec("COMMIT");
connection.close();
process.stdout.write(`filled ${devicesText} devices and ${recordsText} records\n`);
