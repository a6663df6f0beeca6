// Reads the connection events of a device; the connectivity store writes them.
import {
  CONNECTION_EVENTS,
  type ConnectionHistory,
  type ShownConnectionEvent,
} from "../../../core/devices/connection-history.ts";
import { parseSessionEnd } from "../../../core/devices/session-end.ts";
import type { CustomerId, DeviceId } from "../../../core/ids.ts";
import type { FoundPage, PageRequest } from "../../../core/page.ts";
import { millis } from "../../../lib/clock.ts";
import { foldedText, offsetOf } from "./search-page.ts";
import { SqlStore } from "../store-table.ts";

const EVENTS = `FROM connection_event e JOIN attribute_owner o ON o.number = e.owner
  LEFT JOIN device g ON g.id = e.gateway_id
  WHERE o.id = ?1 AND (instr(lower(e.kind || ' ' || coalesce(e.reason, '')), ?2) > 0
    OR instr(coalesce(g.search_text, ''), ?2) > 0 OR ?2 IS NULL)`;

export class StoreConnectionHistory extends SqlStore implements ConnectionHistory {
  async list(deviceId: DeviceId, request: PageRequest<"ts">): Promise<FoundPage<ShownConnectionEvent>> {
    const { size, sort, textSearch } = request;
    const searched = textSearch === null ? null : foldedText(textSearch);
    const total = this.connection.count(EVENTS, deviceId, searched);
    const rows = this.connection.all(
      `SELECT e.at, e.kind, e.reason, e.gateway_id, g.name, g.customer_id ${EVENTS}
       ORDER BY e.number ${sort?.order ?? "DESC"} LIMIT ?3 OFFSET ?4`,
      deviceId,
      searched,
      size,
      offsetOf(request),
    );
    return { items: rows.flatMap((row) => eventOf(deviceId, row)), total };
  }
}

/** The row was written by us from checked values, so this parses our own format. */
function eventOf(deviceId: DeviceId, row: Record<string, unknown>): readonly ShownConnectionEvent[] {
  const kind = CONNECTION_EVENTS.find((known) => known === row["kind"]);
  if (kind === undefined) return [];
  return [
    {
      deviceId,
      at: millis(Number(row["at"])),
      kind,
      end: parseSessionEnd(row["reason"]),
      gatewayId: row["gateway_id"] as DeviceId | null,
      gatewayName: row["name"] as string | null,
      gatewayCustomerId: row["customer_id"] as CustomerId | null,
    },
  ];
}
