// A message to all nodes, as one of them sends it and another one gets it.
import { NatsPeers } from "../../../src/adapters/nats/nats-peers.ts";
import { newId } from "../../../src/core/ids.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import { silentLogger } from "../../../src/lib/logger.ts";
import { noTracer } from "../../../src/lib/tracer.ts";
import { NatsTestCluster } from "../../../test/support/engines.ts";
import { processorMicros } from "./processor-time.ts";

const MESSAGES = 20_000;
const ANSWER_MILLIS_MAX = 5_000;

/** Microseconds of processor time. */
export async function measurePeers(): Promise<number> {
  const nats = await NatsTestCluster.start(1);
  try {
    const connect = (): Promise<NatsPeers> =>
      NatsPeers.connect(
        { nodeId: newId(), clock: systemClock, log: silentLogger, tracer: noTracer },
        { servers: nats.urls, answerMillisMax: ANSWER_MILLIS_MAX },
      );
    const [sender, receiver] = [await connect(), await connect()];
    const all = Promise.withResolvers<undefined>();
    let received = 0;
    receiver.subscribe("heartbeat", () => {
      if (++received === MESSAGES) all.resolve(undefined);
    });
    // The server knows of the subscription when it has answered a later question.
    receiver.handle("heartbeat", () => Promise.resolve(null));
    await receiver.request(receiver.nodeId, "heartbeat", null);
    const micros = await processorMicros(async () => {
      for (let message = 0; message < MESSAGES; message++) sender.broadcast("heartbeat", { account: message });
      await all.promise;
    });
    await sender.stop();
    await receiver.stop();
    return micros / MESSAGES;
  } finally {
    await nats.stop();
  }
}
