// The further keys of a group, as columns of a relation: bucket, calendar parts, and telemetry in force at an instant.
// Also the intervals of the buckets inside the window. Source: analytics contract 3.3, 3.4.
import { BIGINT, INTEGER } from "@duckdb/node-api";
import type { GroupKeys, MeasureQuery } from "../../../core/analytics/report/report-engine.ts";
import type { TimeWindow } from "../../../core/telemetry/telemetry.ts";
import type { ReportSession } from "./report-session.ts";
import { createLocf, withLocf, type Locf } from "./sample-reader.ts";
import { createDeviceTable } from "./series-tables.ts";
import { EdgeIndex, localSql, partSql } from "./time-sql.ts";
import { canonicalSql } from "./value-sql.ts";

/** The type class of a LOCF value; the lowest wins if values of several types fall together. */
const CARRIED_CLASS = "CASE WHEN ck IN (0, 4) THEN 0 WHEN ck = 1 THEN 1 WHEN ck = 2 THEN 2 WHEN ck = 3 THEN 3 END";

export class KeyColumns {
  readonly #session: ReportSession;
  readonly #keys: GroupKeys;
  readonly index: EdgeIndex;
  /**
   * A table of (bucket, lo, hi): the part of each bucket inside the window and up to now; `hi` is not after `lo` if
   * nothing of it is left.
   */
  readonly intervals: string;
  readonly #locf: readonly Locf[];
  #groups: Promise<string> | undefined;

  private constructor(
    session: ReportSession,
    keys: GroupKeys,
    made: { readonly index: EdgeIndex; readonly intervals: string; readonly locf: readonly Locf[] },
  ) {
    this.#session = session;
    this.#keys = keys;
    this.index = made.index;
    this.intervals = made.intervals;
    this.#locf = made.locf;
  }

  /** `reach` covers all samples of the measure, which may lie outside the window for `current`. */
  static async create(
    session: ReportSession,
    { keys, window, now }: Pick<MeasureQuery, "keys" | "window" | "now">,
    reach: TimeWindow,
  ): Promise<KeyColumns> {
    const edges = keys.edges ?? [window.startTs, window.endTs];
    const end = Math.min(window.endTs, now);
    const intervals = await session.createTable(
      "intervals",
      { bucket: INTEGER, lo: BIGINT, hi: BIGINT },
      edges
        .slice(0, -1)
        .map((edge, bucket) => [
          bucket,
          BigInt(Math.max(edge, window.startTs)),
          BigInt(Math.min(edges[bucket + 1] ?? end, end)),
        ]),
    );
    const request = { groupOfDevice: keys.groupOfDevice, from: reach.startTs, to: reach.endTs };
    const locf: Locf[] = [];
    for (const key of keys.locf) locf.push(await createLocf(session, key, request));
    return new KeyColumns(session, keys, { index: new EdgeIndex(session, edges), intervals, locf });
  }

  /** Whether the key consists only of the device's group and the bucket. */
  get isPlain(): boolean {
    return this.#keys.parts.length === 0 && this.#locf.length === 0;
  }

  /** Whether rows without a telemetry dimension are left out. */
  get leavesOut(): boolean {
    return this.#keys.missingGroup === "drop" && this.#locf.length > 0;
  }

  /** Names of the key columns except `grp`. */
  get names(): readonly string[] {
    return [...this.partNames, "bucket", ...this.#locf.map((_locf, index) => `d${String(index)}`)];
  }

  get partNames(): readonly string[] {
    return this.#keys.parts.map((_part, index) => `p${String(index)}`);
  }

  /** `grp` and the other key columns, as an SQL list. */
  get list(): string {
    return ["grp", ...this.names].join(", ");
  }

  /** Aggregates that give the types of a group's LOCF values, as a list that begins with a comma. */
  get classes(): string {
    return this.#locf
      .map(
        (_locf, index) =>
          `, min(d${String(index)}lo) AS d${String(index)}lo, max(d${String(index)}hi) AS d${String(index)}hi`,
      )
      .join("");
  }

  /** The names of those aggregates, as a list that begins with a comma. */
  get classNames(): string {
    return this.#locf.map((_locf, index) => `, d${String(index)}lo, d${String(index)}hi`).join("");
  }

  get locfCount(): number {
    return this.#locf.length;
  }

  /** A table of (device, grp), for rows that do not have their group; devices without a group are left out. */
  async groupTable(): Promise<string> {
    const { groupOfDevice } = this.#keys;
    return await (this.#groups ??= createDeviceTable(this.#session, groupOfDevice.keys(), groupOfDevice));
  }

  /** Adds the key columns except `grp` to a relation whose rows lie at `ts` inside the window. */
  async add(relation: string): Promise<string> {
    return this.addMoment(await this.index.withIndex(relation, "bucket"));
  }

  /** The same for a relation that already has the bucket. */
  addMoment(relation: string): string {
    let rows = relation;
    const local = localSql(this.#keys.offsets, "ts");
    const parts = this.#keys.parts.map((part, index) => `${partSql(part, local, this.#keys)} AS p${String(index)}`);
    if (parts.length > 0) rows = `SELECT *, ${parts.join(", ")} FROM (${rows})`;
    for (const [index, locf] of this.#locf.entries()) {
      const name = `d${String(index)}`;
      const withValue = withLocf(rows, locf, { k: "ck", n: "cn", s: "cs" });
      rows = `SELECT * EXCLUDE (ck, cn, cs), ${canonicalSql({ kind: "ck", num: "cn", text: "cs" })} AS ${name},
        ${CARRIED_CLASS} AS ${name}lo, ${CARRIED_CLASS} AS ${name}hi FROM (${withValue})
        ${this.leavesOut ? "WHERE ck IS NOT NULL" : ""}`;
    }
    return rows;
  }
}
