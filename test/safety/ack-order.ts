// The rule that makes an acknowledgement a promise, checked on a trace of system calls: PUBLISH read, its data written to
// the log of a store, that log synced, PUBACK written, in this order.
import { PacketReader, PacketType } from "../../bench/load/packets.ts";
import type { SystemCall } from "./system-calls.ts";

export const TRACED_CALLS = [
  ...["read", "readv", "recvfrom", "recvmsg", "write", "writev", "sendto", "sendmsg"],
  ...["pwrite64", "pwritev", "pwritev2", "fsync", "fdatasync"],
];
const READS = new Set(["read", "readv", "recvfrom", "recvmsg"]);
const WRITES = new Set(["write", "writev", "sendto", "sendmsg", "pwrite64", "pwritev", "pwritev2"]);
const SYNCS = new Set(["fsync", "fdatasync"]);

/** A message of which it is known where it leaves its mark. */
export interface TracedMessage {
  readonly packetId: number;
  /** Bytes that this message alone brings into the log; undefined where it has none, and its commit is the next one. */
  readonly mark: string | undefined;
  /** A part of the path of the log. */
  readonly log: string;
}

/** Which call of the trace did what for one message; undefined where none did. */
interface Moments {
  readonly received: SystemCall | undefined;
  readonly written: readonly SystemCall[];
  /** One for each write. */
  readonly synced: readonly (SystemCall | undefined)[];
  readonly acknowledged: SystemCall | undefined;
}

/** A sentence for each message for which the order does not hold, or cannot be shown to. */
export function brokenOrders(
  calls: readonly SystemCall[],
  mqttPort: number,
  messages: readonly TracedMessage[],
): string[] {
  const received = packetsBy(calls, mqttPort, READS, PacketType.publish);
  const acknowledged = packetsBy(calls, mqttPort, WRITES, PacketType.puback);
  return messages.flatMap((message) => {
    const publish = received.get(message.packetId);
    const puback = acknowledged.get(message.packetId);
    const written = writesOf(calls, message, publish, puback);
    const complaint = complaintOf({
      received: publish,
      written,
      synced: written.map((write) => syncOf(calls, write)),
      acknowledged: puback,
    });
    return complaint === undefined
      ? []
      : [`message ${String(message.packetId)} (${message.mark ?? "no mark"}): ${complaint}`];
  });
}

/**
 * The first write with the mark; without one, the first commit of the log after PUBLISH. What begins after that is not
 * promised by this message: the platform notes right afterwards when a device connected or disconnected.
 */
function writesOf(
  calls: readonly SystemCall[],
  { mark, log }: TracedMessage,
  publish?: SystemCall,
  puback?: SystemCall,
): SystemCall[] {
  const after = publish?.end ?? 0;
  const writes = calls.filter(({ name, target, begin }) => WRITES.has(name) && target.includes(log) && begin > after);
  if (mark === undefined) {
    const firstSync = writes[0] === undefined ? undefined : syncOf(calls, writes[0]);
    return writes.filter(({ begin }) => begin < (puback?.begin ?? 0) && begin < (firstSync?.begin ?? Infinity));
  }
  return writes.filter(({ bytes }) => bytes.includes(mark)).slice(0, 1);
}

/** The first sync of the same file that began after the write and succeeded. */
function syncOf(calls: readonly SystemCall[], write: SystemCall): SystemCall | undefined {
  return calls.find(
    ({ name, target, result, begin }) =>
      SYNCS.has(name) && target === write.target && result === 0 && begin > write.end,
  );
}

function complaintOf({ received, written, synced, acknowledged }: Moments): string | undefined {
  if (received === undefined) return "the trace does not show that it was read";
  if (acknowledged === undefined) return "it was not acknowledged";
  if (written.length === 0) return "its data was not written to the log";
  if (written.some(({ end }) => end >= acknowledged.begin)) return "it was acknowledged before its data was written";
  if (synced.some((sync) => sync === undefined || sync.end >= acknowledged.begin))
    return "it was acknowledged before the sync of its data had ended";
  return undefined;
}

/** The call that completed each packet of this type on the MQTT port, by packet id. */
function packetsBy(
  calls: readonly SystemCall[],
  mqttPort: number,
  names: ReadonlySet<string>,
  type: number,
): Map<number, SystemCall> {
  const found = new Map<number, SystemCall>();
  const readers = new Map<string, PacketReader>();
  let current: SystemCall | undefined;
  for (const call of calls) {
    if (!names.has(call.name) || call.result <= 0 || !call.target.startsWith(`TCP:[127.0.0.1:${String(mqttPort)}->`))
      continue;
    current = call;
    let reader = readers.get(call.target);
    if (reader === undefined) {
      reader = new PacketReader({
        packet(firstByte, bytes, start) {
          if (firstByte >>> 4 !== type || current === undefined) return;
          const idAt = type === PacketType.publish ? start + 2 + bytes.readUInt16BE(start) : start;
          found.set(bytes.readUInt16BE(idAt), current);
        },
      });
      readers.set(call.target, reader);
    }
    reader.read(call.bytes.subarray(0, call.result));
  }
  return found;
}
