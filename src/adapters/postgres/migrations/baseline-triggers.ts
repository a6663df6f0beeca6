// Counts, cascades and notes of changes: see docs/decisions/0148. Each runs once for all rows of a statement, except where a
// change of a row matters only if it changes something.
const KINDS = [
  ["FIRMWARE", "firmware_id"],
  ["SOFTWARE", "software_id"],
] as const;

/** The tables of owners of values and series, with the tenant that a row is of. */
const OWNERS = { device: "tenant_id", customer: "tenant_id", user_account: "tenant_id", tenant: "id" };

const trigger = (name: string, event: string, body: string): string => `
  CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} RETURN NULL; END $$;
  CREATE TRIGGER ${name} ${event} EXECUTE FUNCTION ${name}();`;
const afterInsert = (name: string, table: string, body: string): string =>
  trigger(name, `AFTER INSERT ON ${table} REFERENCING NEW TABLE AS added FOR EACH STATEMENT`, body);
const afterDelete = (name: string, table: string, body: string): string =>
  trigger(name, `AFTER DELETE ON ${table} REFERENCING OLD TABLE AS removed FOR EACH STATEMENT`, body);

/** Names begin with a number where one has to run before another. */
export const TRIGGERS = [
  afterInsert(
    "device_added",
    "device",
    `INSERT INTO device_count (tenant_id, devices) SELECT tenant_id, count(*) FROM added GROUP BY tenant_id ORDER BY tenant_id
       ON CONFLICT (tenant_id) DO UPDATE SET devices = device_count.devices + excluded.devices;
     INSERT INTO attribute_owner (id) SELECT id FROM added;
     INSERT INTO attribute (owner, scope, key, kind, value, last_update_ts)
       SELECT o.number, 2, 'active', 1, '0', a.created_at FROM added a JOIN attribute_owner o ON o.id = a.id;
     INSERT INTO device_activity (owner) SELECT o.number FROM added a JOIN attribute_owner o ON o.id = a.id;
     ${KINDS.map(
       ([kind, column]) => `
     INSERT INTO package_change (kind, tenant_id, device_id)
       SELECT '${kind}', a.tenant_id, a.id FROM added a JOIN device_profile p ON p.id = a.profile_id
       WHERE coalesce(a.${column}, p.${column}) IS NOT NULL;`,
     ).join("")}`,
  ),
  afterDelete(
    "device_removed",
    "device",
    `UPDATE device_count c SET devices = c.devices - r.devices
       FROM (SELECT tenant_id, count(*) AS devices FROM removed GROUP BY tenant_id) r WHERE c.tenant_id = r.tenant_id;`,
  ),
  ...Object.entries(OWNERS).map(([table, tenant]) =>
    afterDelete(
      `values_of_removed_${table}`,
      table,
      `DELETE FROM attribute_owner o USING removed r WHERE o.id = r.id;
       INSERT INTO retired_series SELECT s.number FROM series s JOIN removed r ON s.owner_id = r.id;
       UPDATE series_count c SET series = c.series - r.series
         FROM (SELECT r.${tenant} AS tenant_id, count(*) AS series FROM series s JOIN removed r ON s.owner_id = r.id
           GROUP BY r.${tenant}) r WHERE c.tenant_id = r.tenant_id;
       DELETE FROM series s USING removed r WHERE s.owner_id = r.id;`,
    ),
  ),
  // After the series of the tenant have been counted off: triggers run in the order of their names.
  afterDelete(
    "with_removed_tenant",
    "tenant",
    `DELETE FROM series_count c USING removed r WHERE c.tenant_id = r.id;
     DELETE FROM tenant_usage u USING removed r WHERE u.tenant_id = r.id;
     DELETE FROM rollout o USING removed r WHERE o.tenant_id = r.id;`,
  ),
  ...KINDS.flatMap(([kind, column]) => {
    const note = (subject: "device_id" | "profile_id"): string => `
      DELETE FROM package_change WHERE ${subject} = NEW.id AND kind = '${kind}';
      INSERT INTO package_change (kind, tenant_id, ${subject}) VALUES ('${kind}', NEW.tenant_id, NEW.id);`;
    const assigned = (row: "NEW" | "OLD"): string =>
      `coalesce(${row}.${column}, (SELECT ${column} FROM device_profile WHERE id = ${row}.profile_id))`;
    return [
      trigger(
        `${column}_of_device_changed`,
        `AFTER UPDATE OF ${column}, profile_id ON device FOR EACH ROW
           WHEN (NEW.${column} IS DISTINCT FROM OLD.${column} OR NEW.profile_id IS DISTINCT FROM OLD.profile_id)`,
        `IF ${assigned("NEW")} IS DISTINCT FROM ${assigned("OLD")} THEN ${note("device_id")} END IF;`,
      ),
      trigger(
        `${column}_of_profile_changed`,
        `AFTER UPDATE OF ${column} ON device_profile FOR EACH ROW WHEN (NEW.${column} IS DISTINCT FROM OLD.${column})`,
        note("profile_id"),
      ),
    ];
  }),
  afterInsert(
    "audit_counted",
    "audit_record",
    `INSERT INTO audit_day (tenant_id, day, records)
       SELECT tenant_id, created_at / 86400000, count(*) FROM added GROUP BY 1, 2 ORDER BY 1, 2
       ON CONFLICT (tenant_id, day) DO UPDATE SET records = audit_day.records + excluded.records;`,
  ),
  afterDelete(
    "audit_uncounted",
    "audit_record",
    `UPDATE audit_day d SET records = d.records - r.records
       FROM (SELECT tenant_id, created_at / 86400000 AS day, count(*) AS records FROM removed GROUP BY 1, 2) r
       WHERE d.tenant_id = r.tenant_id AND d.day = r.day;
     DELETE FROM audit_day d USING removed r
       WHERE d.tenant_id = r.tenant_id AND d.day = r.created_at / 86400000 AND d.records <= 0;`,
  ),
  afterInsert(
    "rollout_device_counted",
    "rollout_device",
    `INSERT INTO rollout_count (rollout_id, wave, state, devices)
       SELECT rollout_id, wave, state, count(*) FROM added GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
       ON CONFLICT (rollout_id, wave, state) DO UPDATE SET devices = rollout_count.devices + excluded.devices;`,
  ),
  trigger(
    "rollout_device_recounted",
    "AFTER UPDATE OF state ON rollout_device FOR EACH ROW WHEN (NEW.state <> OLD.state)",
    `UPDATE rollout_count SET devices = devices - 1
       WHERE rollout_id = OLD.rollout_id AND wave = OLD.wave AND state = OLD.state;
     INSERT INTO rollout_count VALUES (NEW.rollout_id, NEW.wave, NEW.state, 1)
       ON CONFLICT (rollout_id, wave, state) DO UPDATE SET devices = rollout_count.devices + 1;`,
  ),
  afterDelete(
    "rollout_device_uncounted",
    "rollout_device",
    `UPDATE rollout_count c SET devices = c.devices - r.devices
       FROM (SELECT rollout_id, wave, state, count(*) AS devices FROM removed GROUP BY 1, 2, 3) r
       WHERE c.rollout_id = r.rollout_id AND c.wave = r.wave AND c.state = r.state;`,
  ),
].join("\n");
