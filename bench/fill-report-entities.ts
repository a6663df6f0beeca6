// Fills the database of a data folder, whose platform has been started once and stopped, with the devices of a plant: profiles,
// buildings as server attributes, and the series whose points are generated with it.
//   node bench/fill-report-entities.ts FOLDER
import { join } from "node:path";
import { AttributeRows, scopeNumber } from "../src/adapters/sql/stores/attribute-rows.ts";
import { SqliteConnection } from "../src/adapters/sqlite/connection.ts";
import { insertDevice } from "../src/adapters/sql/stores/device-rows.ts";
import { ensureProfile } from "../src/adapters/sql/stores/profile-rows.ts";
import { SqlSeriesStore } from "../src/adapters/sql/stores/series-store.ts";
import { AttributeKind } from "../src/core/attributes/attribute.ts";
import { NO_DEVICE_REFERENCES } from "../src/core/devices/references.ts";
import { newId, type DeviceId, type DeviceProfileId, type TenantId } from "../src/core/ids.ts";
import { millis } from "../src/lib/clock.ts";
import { loadMasterKey, SecretBox } from "../src/lib/secret-box.ts";
import { BUILDINGS, KEYS, PROFILES, REPORT_DEVICES, reportDeviceName, YEAR_START } from "./report-history.ts";

const [folder = ""] = process.argv.slice(2);
const secrets = new SecretBox(loadMasterKey(folder));
const connection = new SqliteConnection(join(folder, "bridgehead.sqlite"), "write");
const tenantId = String(connection.get("SELECT tenant_id FROM device_profile LIMIT 1")?.["tenant_id"]) as TenantId;
const createdAt = millis(YEAR_START);

connection.exec("BEGIN");
const profiles = Array.from(
  { length: PROFILES },
  (_none, index) =>
    ensureProfile(connection, {
      tenantId,
      name: `profile ${String(index)}`,
      newId: newId<DeviceProfileId>(),
      now: createdAt,
    }).id,
);
const attributes = new AttributeRows(connection);
const saveAttribute = attributes.upserter();
const series = new SqlSeriesStore({ connection, secrets });
for (let device = 0; device < REPORT_DEVICES; device++) {
  const id = newId<DeviceId>();
  insertDevice(connection, {
    id,
    createdAt,
    tenantId,
    customerId: null,
    name: reportDeviceName(device),
    label: null,
    profileId: profiles[device % PROFILES] ?? newId<DeviceProfileId>(),
    deviceData: '{"configuration":{"type":"DEFAULT"},"transportConfiguration":{"type":"DEFAULT"}}',
    additionalInfo: null,
    ...NO_DEVICE_REFERENCES,
  });
  const owner = attributes.ownerOfDevice(id) ?? 0;
  const building = `building ${String(device % BUILDINGS)}`;
  saveAttribute(owner, scopeNumber("SERVER_SCOPE"), "building", AttributeKind.STRING, building, createdAt);
  const {
    numbers: [first],
  } = await series.register(
    KEYS.map(() => id),
    KEYS,
  );
  if (first !== device * KEYS.length + 1)
    throw new Error(`the series of device ${String(device)} begin at ${String(first)}: the folder is not a new one`);
}
connection.exec("COMMIT");
connection.close();
process.stdout.write(`filled ${String(REPORT_DEVICES)} devices\n`);
