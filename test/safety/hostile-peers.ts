// Clients that mean harm or are broken: each attack goes on until it is over by itself, and answers what became of it.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Random } from "../../tools/simulator/random.ts";
import { encodeConnect, encodePublish, remainingLength } from "../../bench/load/packets.ts";
import { byDeadline } from "../support/deadline.ts";

/** How long nothing may be taken before a server counts as one that has stopped reading. */
const DEAF_MILLIS = 2_000;

export interface Closed {
  /** From the connection to its end. */
  readonly millis: number;
  /** Everything that the server sent. */
  readonly received: Buffer;
}

/** A connection that knows nothing of MQTT; what it sends is up to the attack. */
export class HostilePeer {
  readonly socket: Socket;
  /** Resolves when the connection has ended, from either side. */
  readonly closed: Promise<Closed>;

  private constructor(socket: Socket, openedAt: number) {
    this.socket = socket;
    const chunks: Buffer[] = [];
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    // A reset is a way of ending.
    socket.on("error", () => undefined);
    this.closed = new Promise((resolve) =>
      socket.once("close", () => {
        resolve({ millis: performance.now() - openedAt, received: Buffer.concat(chunks) });
      }),
    );
  }

  static async open(port: number): Promise<HostilePeer> {
    // The server counts from the moment it has accepted, which is none before this one.
    const openedAt = performance.now();
    const socket = connect({ host: "127.0.0.1", port, noDelay: true });
    await byDeadline(
      new Promise<void>((resolve, reject) => {
        socket.once("connect", resolve);
        socket.once("error", reject);
      }),
      60_000,
      () => "the server accepts no connection",
    );
    return new HostilePeer(socket, openedAt);
  }

  /** Resolves when the bytes are in the hands of the system, or the connection has ended. */
  async send(bytes: Uint8Array): Promise<void> {
    if (this.socket.destroyed || this.socket.write(bytes)) return;
    await Promise.race([new Promise<void>((resolve) => this.socket.once("drain", resolve)), this.closed]);
  }
}

/** Many connections on which nothing is sent. */
export async function silence(port: number, count: number): Promise<Closed[]> {
  const peers: HostilePeer[] = [];
  // A listener's queue of connections that wait to be accepted is short.
  for (let opened = 0; opened < count; opened += 100)
    peers.push(
      ...(await Promise.all(Array.from({ length: Math.min(100, count - opened) }, () => HostilePeer.open(port)))),
    );
  return await Promise.all(peers.map(({ closed }) => closed));
}

/** CONNECT packets that come a byte at a time, more slowly than they may. */
export async function dribble(port: number, count: number, token: string): Promise<Closed[]> {
  const packet = encodeConnect({ protocol: 5, token, clientId: "d".repeat(200), keepAliveSeconds: 0 });
  const one = async (): Promise<Closed> => {
    const peer = await HostilePeer.open(port);
    for (const byte of packet) {
      await peer.send(Uint8Array.of(byte));
      await Promise.race([pause(100), peer.closed]);
      if (peer.socket.destroyed) break;
    }
    return await peer.closed;
  };
  return await Promise.all(Array.from({ length: count }, one));
}

/** Half of a CONNECT, and then either nothing or the end of what is sent while the other direction stays open. */
export async function halfOpen(port: number, count: number): Promise<Closed[]> {
  const packet = encodeConnect({ protocol: 4, token: "nobody", clientId: "half", keepAliveSeconds: 0 });
  const one = async (_: unknown, index: number): Promise<Closed> => {
    const peer = await HostilePeer.open(port);
    await peer.send(packet.subarray(0, packet.length / 2));
    if (index % 2 === 0) peer.socket.end();
    return await peer.closed;
  };
  return await Promise.all(Array.from({ length: count }, one));
}

/** Connections full of random bytes, one after the other on each of several lanes. */
export async function garbage(port: number, lanes: number, each: number, random: Random): Promise<Closed[]> {
  const lane = async (): Promise<Closed[]> => {
    const closed: Closed[] = [];
    for (let turn = 0; turn < each; turn++) {
      const peer = await HostilePeer.open(port);
      await peer.send(Uint8Array.from({ length: 4_096 }, () => Math.floor(random.next() * 256)));
      peer.socket.end();
      closed.push(await peer.closed);
    }
    return closed;
  };
  return (await Promise.all(Array.from({ length: lanes }, lane))).flat();
}

/** Fixed headers that announce far more than is allowed, followed by as much of it as the server takes. */
export async function oversized(port: number, count: number): Promise<Closed[]> {
  const header = Uint8Array.of(0x10, ...remainingLength(268_435_455));
  const one = async (): Promise<Closed> => {
    const peer = await HostilePeer.open(port);
    await peer.send(header);
    for (let sent = 0; sent < 64 && !peer.socket.destroyed; sent++) await peer.send(new Uint8Array(65_536));
    return await peer.closed;
  };
  return await Promise.all(Array.from({ length: count }, one));
}

export interface Deafness {
  readonly peer: HostilePeer;
  /** How much it could send before nobody took any more. */
  readonly sentBytes: number;
}

/** A session that asks for answers and never reads one: sends until nothing is taken for a while, or so many bytes are gone. */
export async function deafness(port: number, token: string, packet: Uint8Array, bytesMax: number): Promise<Deafness> {
  const peer = await HostilePeer.open(port);
  const accepted = new Promise<void>((resolve) => peer.socket.once("data", () => resolve()));
  await peer.send(encodeConnect({ protocol: 5, token, clientId: "deaf", keepAliveSeconds: 0 }));
  await Promise.race([accepted, peer.closed]);
  // From here on what the server sends stays in the buffers of the system, until they are full.
  peer.socket.pause();
  const chunk = Buffer.concat(Array.from({ length: Math.ceil(65_536 / packet.length) }, () => packet));
  let sentBytes = 0;
  while (sentBytes < bytesMax && !peer.socket.destroyed) {
    const sent = await Promise.race([peer.send(chunk).then(() => true), pause(DEAF_MILLIS, false)]);
    if (!sent) break;
    sentBytes += chunk.length;
  }
  return { peer, sentBytes };
}

/** Many gateways that each send the same packet again as soon as it is acknowledged; resolves when they have sent for so long. */
export async function flood(port: number, tokens: readonly string[], packet: Buffer, millis: number): Promise<void> {
  const connected = tokens.map(async (token) => {
    const peer = await HostilePeer.open(port);
    await peer.send(encodeConnect({ protocol: 5, token, clientId: "", keepAliveSeconds: 0 }));
    await once(peer.socket, "data");
    return peer;
  });
  const all = await Promise.all(connected);
  for (const peer of all) {
    // However large an acknowledgement with a reason is, it comes in one piece mostly, and a packet more is no harm.
    peer.socket.on("data", () => void peer.send(packet));
    void peer.send(packet);
  }
  await pause(millis);
  for (const peer of all) peer.socket.destroy();
}

/** Packets of as many "[" as fit, each to be refused. */
export async function brackets(port: number, token: string, count: number): Promise<Closed> {
  const peer = await HostilePeer.open(port);
  await peer.send(encodeConnect({ protocol: 5, token, clientId: "brackets", keepAliveSeconds: 0 }));
  const topic = "v1/gateway/telemetry";
  const overhead = 2 + topic.length + 2 + 1;
  const payload = "[".repeat(65_536 - overhead);
  for (let packetId = 1; packetId <= count; packetId++)
    await peer.send(encodePublish({ protocol: 5, topic, payload, qos: 1, packetId }));
  await peer.send(Uint8Array.of(0xe0, 0));
  return await peer.closed;
}
