// What the runs of processes have counted of traffic, by minute and party.
import type { NodeId } from "../../../core/ids.ts";
import type { GoneNodes, PartyMinute, TrafficStore } from "../../../core/tenants/traffic-store.ts";
import { SqlStore } from "../store-table.ts";
import { FLAG, JSON_TEXT, storedAs } from "./stored-as.ts";

const MINUTE = storedAs<PartyMinute>()("minute, party_id, is_gateway, messages, points, refused", {
  isGateway: FLAG,
  refused: JSON_TEXT,
});
const SAVE = `ON CONFLICT (minute, node_id, party_id) DO UPDATE SET messages = excluded.messages, points = excluded.points,
  refused = excluded.refused`;
const GONE = `node_id NOT IN (SELECT value FROM json_each(?1))
  AND node_id NOT IN (SELECT node_id FROM traffic_minute WHERE minute >= ?2)`;
const PARTY_EXISTS = `(EXISTS (SELECT 1 FROM tenant WHERE id = m.party_id) OR EXISTS (SELECT 1 FROM device WHERE id = m.party_id))`;

export class SqlTrafficStore extends SqlStore implements TrafficStore {
  async save(node: NodeId, minutes: readonly PartyMinute[]): Promise<void> {
    this.#put(node, minutes);
  }

  async takeOver(node: NodeId, { present, silentSince }: GoneNodes): Promise<readonly PartyMinute[]> {
    const gone = [JSON.stringify(present), silentSince] as const;
    const taken = merged(
      this.connection
        .all(`SELECT ${MINUTE.columns} FROM traffic_minute m WHERE ${GONE} AND ${PARTY_EXISTS}`, ...gone)
        .map(MINUTE.entity),
    );
    if (taken.length === 0) return taken;
    const own = this.connection
      .all(`SELECT ${MINUTE.columns} FROM traffic_minute WHERE node_id = ?`, node)
      .map(MINUTE.entity);
    this.connection.run(`DELETE FROM traffic_minute WHERE ${GONE}`, ...gone);
    this.#put(node, merged([...own, ...taken]));
    return taken;
  }

  async forgetBefore(minute: number): Promise<void> {
    this.connection.run("DELETE FROM traffic_minute WHERE minute < ?", minute);
  }

  #put(node: NodeId, minutes: readonly PartyMinute[]): void {
    const rows = minutes.map((minute) => ({ ...MINUTE.row(minute), node_id: node }));
    this.connection.insertAll("traffic_minute", rows, SAVE);
  }
}

/** One for each party and minute. */
function merged(minutes: readonly PartyMinute[]): readonly PartyMinute[] {
  const sums = new Map<string, PartyMinute>();
  for (const one of minutes) {
    const key = `${String(one.minute)} ${one.partyId}`;
    const sum = sums.get(key);
    sums.set(key, sum === undefined ? one : sumOf(sum, one));
  }
  return [...sums.values()];
}

function sumOf(one: PartyMinute, other: PartyMinute): PartyMinute {
  const refused = { ...one.refused };
  for (const [kind, count] of Object.entries(other.refused) as [keyof PartyMinute["refused"], number][])
    refused[kind] = (refused[kind] ?? 0) + count;
  return { ...one, messages: one.messages + other.messages, points: one.points + other.points, refused };
}
