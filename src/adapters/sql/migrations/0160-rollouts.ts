// Packages on their way to many devices in waves.
import type { Migration } from "./migration.ts";

export const rollouts: Migration = {
  number: 160,
  name: "rollouts",
  up(connection) {
    connection.exec(`
      -- What the package was stays known when it has been deleted.
      CREATE TABLE rollout (
        id TEXT NOT NULL PRIMARY KEY,
        created_at INTEGER NOT NULL,
        tenant_id TEXT NOT NULL,
        package_id TEXT NOT NULL,
        profile_id TEXT NOT NULL,
        kind TEXT NOT NULL,
        title TEXT NOT NULL,
        version TEXT NOT NULL,
        name TEXT NOT NULL,
        -- JSON, as the list of waves.
        target TEXT NOT NULL,
        waves TEXT NOT NULL,
        -- The one that began last, from 1, and from when its time counts.
        wave INTEGER NOT NULL,
        wave_since INTEGER NOT NULL,
        wave_minutes_max INTEGER NOT NULL,
        failure_percent_max REAL NOT NULL,
        state TEXT NOT NULL,
        reason TEXT,
        ended_at INTEGER,
        search_text TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX rollout_of_tenant ON rollout (tenant_id, id);
      CREATE INDEX rollout_of_package ON rollout (package_id);
      CREATE INDEX rollout_unended ON rollout (tenant_id) WHERE ended_at IS NULL;
      CREATE TRIGGER rollout_of_deleted_tenant AFTER DELETE ON tenant BEGIN
        DELETE FROM rollout WHERE tenant_id = OLD.id;
      END;

      CREATE TABLE rollout_device (
        rollout_id TEXT NOT NULL REFERENCES rollout (id) ON DELETE CASCADE,
        device_id TEXT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
        -- 0 where it had the package before.
        wave INTEGER NOT NULL,
        state TEXT NOT NULL,
        progress INTEGER,
        error TEXT,
        updated_at INTEGER NOT NULL,
        -- When it was given the package, and what it had of its own.
        assigned_at INTEGER,
        former_package_id TEXT,
        PRIMARY KEY (rollout_id, device_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX rollout_device_by_device ON rollout_device (device_id);
      CREATE INDEX rollout_device_unassigned ON rollout_device (rollout_id, wave) WHERE assigned_at IS NULL;

      -- A count over a hundred thousand rows for each look would be slow; triggers keep the sums exact.
      CREATE TABLE rollout_count (
        rollout_id TEXT NOT NULL REFERENCES rollout (id) ON DELETE CASCADE,
        wave INTEGER NOT NULL,
        state TEXT NOT NULL,
        devices INTEGER NOT NULL,
        PRIMARY KEY (rollout_id, wave, state)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX rollout_count_open ON rollout_count (rollout_id)
        WHERE devices > 0 AND state IN ('QUEUED', 'INITIATED', 'DOWNLOADING', 'DOWNLOADED', 'VERIFIED', 'UPDATING');
      CREATE TRIGGER rollout_device_counted AFTER INSERT ON rollout_device BEGIN
        INSERT INTO rollout_count VALUES (NEW.rollout_id, NEW.wave, NEW.state, 1)
          ON CONFLICT (rollout_id, wave, state) DO UPDATE SET devices = devices + 1;
      END;
      CREATE TRIGGER rollout_device_recounted AFTER UPDATE OF state ON rollout_device WHEN NEW.state <> OLD.state BEGIN
        UPDATE rollout_count SET devices = devices - 1
          WHERE rollout_id = OLD.rollout_id AND wave = OLD.wave AND state = OLD.state;
        INSERT INTO rollout_count VALUES (NEW.rollout_id, NEW.wave, NEW.state, 1)
          ON CONFLICT (rollout_id, wave, state) DO UPDATE SET devices = devices + 1;
      END;
      CREATE TRIGGER rollout_device_uncounted AFTER DELETE ON rollout_device BEGIN
        UPDATE rollout_count SET devices = devices - 1
          WHERE rollout_id = OLD.rollout_id AND wave = OLD.wave AND state = OLD.state;
      END;
    `);
  },
};
