// The mark of the entities, and the check that the master key belongs to them.
import { DomainError } from "../../../core/errors.ts";
import type { EntityMark, EntityMarks } from "../../../core/installation/store-marks.ts";
import type { EpochMillis } from "../../../lib/clock.ts";
import type { StoreConnection } from "../store-connection.ts";
import { openKey } from "./installation-keys.ts";
import { SqlStore } from "../store-table.ts";

/** Text and context of the value that a master key is tested with. */
export const MARK_SEAL = "store mark";

export function readMark(connection: StoreConnection): EntityMark {
  const row = connection.get(
    `SELECT installation, begun, generation,
       ${connection.dialect.lastNumber("series")} AS series_max FROM store_mark`,
  );
  return {
    installation: String(row?.["installation"]),
    begun: Number(row?.["begun"]),
    generation: Number(row?.["generation"]),
    seriesMax: Number(row?.["series_max"]),
  };
}

export class SqlMarkStore extends SqlStore implements EntityMarks {
  read(): Promise<EntityMark> {
    return Promise.resolve(readMark(this.connection));
  }

  save({ begun, generation }: Pick<EntityMark, "begun" | "generation">): Promise<void> {
    this.connection.run("UPDATE store_mark SET begun = ?, generation = ?", begun, generation);
    return Promise.resolve();
  }

  saveVersion(version: string): Promise<void> {
    this.connection.run("UPDATE store_mark SET version = ?", version);
    return Promise.resolve();
  }

  skipSeries(seriesMax: number): Promise<void> {
    for (const sql of this.connection.dialect.skipNumbers("series"))
      this.connection.all(sql, ...(sql.includes("?") ? [seriesMax] : []));
    return Promise.resolve();
  }

  requireKey(keyFile: string, now: EpochMillis, place = "the data folder"): Promise<void> {
    const row = this.connection.get("SELECT sealed, key_since FROM store_mark");
    const sealed = row?.["sealed"];
    try {
      if (sealed instanceof Uint8Array) this.secrets.open(sealed, MARK_SEAL);
      else this.#requireKeyBeforeMarks();
    } catch (cause) {
      throw new DomainError(
        "conflict",
        `${keyFile} is not the key with which the secrets in ${place} were encrypted: put back the one that belongs to it`,
        { cause },
      );
    }
    if (sealed === null)
      this.connection.run("UPDATE store_mark SET sealed = ?", this.secrets.seal(MARK_SEAL, MARK_SEAL));
    if (row?.["key_since"] === null) this.connection.run("UPDATE store_mark SET key_since = ?", now);
    return Promise.resolve();
  }

  /** In a database from before marks existed, another secret is used for the test. */
  #requireKeyBeforeMarks(): void {
    const key = this.connection.get("SELECT name, sealed FROM installation_key LIMIT 1");
    if (key?.["sealed"] instanceof Uint8Array) openKey(this.secrets, String(key["name"]), key["sealed"]);
  }
}
