// Which devices have been given another package, and have not been notified yet.
import type { Migration } from "./migration.ts";

const KINDS = [
  ["FIRMWARE", "firmware_id"],
  ["SOFTWARE", "software_id"],
] as const;

export const packageChanges: Migration = {
  number: 151,
  name: "package changes",
  up(connection) {
    connection.exec(`
      -- Of a device, or of all devices of a profile that have no package of their own: one row for each, the last change.
      -- Its number is new with each change, so that one that comes while another is being carried out is not lost.
      CREATE TABLE package_change (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL,
        tenant_id TEXT NOT NULL,
        device_id TEXT,
        profile_id TEXT,
        -- The device of the profile that was notified last.
        after TEXT NOT NULL DEFAULT ''
      ) STRICT;
      CREATE INDEX package_change_of_device ON package_change (device_id, kind) WHERE device_id IS NOT NULL;
      CREATE INDEX package_change_of_profile ON package_change (profile_id, kind) WHERE profile_id IS NOT NULL;
    `);
    // Every write of a device or a profile notes a change of what is assigned in the same transaction.
    for (const [kind, column] of KINDS) {
      const assigned = (device: string): string =>
        `coalesce(${device}.${column}, (SELECT ${column} FROM device_profile WHERE id = ${device}.profile_id))`;
      const note = (subject: "device_id" | "profile_id"): string => `
          DELETE FROM package_change WHERE ${subject} = NEW.id AND kind = '${kind}';
          INSERT INTO package_change (kind, tenant_id, ${subject}) VALUES ('${kind}', NEW.tenant_id, NEW.id);`;
      connection.exec(`
        CREATE TRIGGER ${column}_of_new_device AFTER INSERT ON device WHEN ${assigned("NEW")} IS NOT NULL BEGIN ${note("device_id")}
        END;
        CREATE TRIGGER ${column}_of_device_changed AFTER UPDATE OF ${column}, profile_id ON device
          WHEN ${assigned("NEW")} IS NOT ${assigned("OLD")} BEGIN ${note("device_id")}
        END;
        CREATE TRIGGER ${column}_of_profile_changed AFTER UPDATE OF ${column} ON device_profile
          WHEN NEW.${column} IS NOT OLD.${column} BEGIN ${note("profile_id")}
        END;
      `);
    }
  },
};
