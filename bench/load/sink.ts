// A server that acknowledges every PUBLISH and PUBREL at once and does nothing else: what the load generator reaches against it is
// the generator's own limit, and the yardstick for a server that also stores.
//   node bench/load/sink.ts [port]    prints "sink ready <port>"
import { createServer, type Server, type Socket } from "node:net";
import { encodePuback, PacketReader } from "./packets.ts";

const ACKNOWLEDGEMENT_BYTES = encodePuback(1).length;
const PUBACK = 0x40;
const PUBREC = 0x50;
const PUBCOMP = 0x70;

/** Resolves when it listens; `port` 0 picks a free one. */
export async function startSink(port: number): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer({ noDelay: true }, serve);
  const listening = Promise.withResolvers<undefined>();
  server.on("error", listening.reject);
  server.listen(port, "127.0.0.1", () => {
    listening.resolve(undefined);
  });
  await listening.promise;
  const address = server.address();
  return { server, port: typeof address === "object" && address !== null ? address.port : port };
}

function serve(socket: Socket): void {
  let protocol = 4;
  let answers = Buffer.alloc(65_536);
  let used = 0;
  const answer = (firstByte: number, packetIdHigh: number, packetIdLow: number): void => {
    if (used + ACKNOWLEDGEMENT_BYTES > answers.length) answers = Buffer.concat([answers, answers]);
    answers[used++] = firstByte;
    answers[used++] = 2;
    answers[used++] = packetIdHigh;
    answers[used++] = packetIdLow;
  };
  const reader = new PacketReader({
    packet: (firstByte, bytes, start) => {
      switch (firstByte >>> 4) {
        case 1:
          protocol = bytes[start + 6] ?? 4;
          socket.write(Buffer.from(protocol === 5 ? [0x20, 3, 0, 0, 0] : [0x20, 2, 0, 0]));
          break;
        case 3: {
          const idAt = start + 2 + (((bytes[start] ?? 0) << 8) | (bytes[start + 1] ?? 0));
          answer((firstByte & 0x04) === 0 ? PUBACK : PUBREC, bytes[idAt] ?? 0, bytes[idAt + 1] ?? 0);
          break;
        }
        case 6:
          answer(PUBCOMP, bytes[start] ?? 0, bytes[start + 1] ?? 0);
          break;
        default:
      }
    },
  });
  socket.on("data", (chunk) => {
    reader.read(chunk);
    if (used > 0) socket.write(Buffer.from(answers.subarray(0, used)));
    used = 0;
  });
  socket.on("error", () => {
    socket.destroy();
  });
}

if (import.meta.main) {
  const { port } = await startSink(Number(process.argv[2] ?? 0));
  process.stdout.write(`sink ready ${String(port)}\n`);
}
