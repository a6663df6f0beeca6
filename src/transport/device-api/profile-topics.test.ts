// How the topics of profiles follow changes that others made; what they mean is tested through a session, in `test/conformance/`.
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { knownDevice } from "../../../test/support/recording-session.ts";
import { InProcessBus } from "../../adapters/in-process-bus/in-process-bus.ts";
import { ProtobufjsSchemas } from "../../adapters/protobufjs/protobufjs-schemas.ts";
import { silentLogger } from "../../lib/logger.ts";
import { TopicRouter } from "../mqtt/topic-router.ts";
import { ProfileTopics } from "./profile-topics.ts";
import type { OwnApi } from "./routes.ts";

test("all profiles are read again when changes were missed; sessions wait for theirs, and no node waits for that", async () => {
  const bus = new InProcessBus(silentLogger);
  let topic = "plant/values";
  let gate: Promise<void> = Promise.resolve();
  const findData = async () => {
    const transportConfiguration = { type: "MQTT", deviceTelemetryTopic: topic };
    await gate;
    return { transportConfiguration };
  };
  const topics = new ProfileTopics({
    profiles: { findData },
    schemas: new ProtobufjsSchemas(),
    // No message comes.
    api: {} as OwnApi,
    otherRoutes: [],
    newRouter: (routes) => new TopicRouter(routes),
    clock: new ManualClock(),
    ...{ bus, log: silentLogger },
  });
  topics.start();
  const device = knownDevice("Pump");
  const takes = async (name: string) => (await topics.of(device)).router.find(name) !== undefined;
  expect(await takes("plant/values")).toBe(true);

  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  topic = "plant/state";
  bus.publish({ kind: "changes-missed" });
  await expect(Promise.race([bus.settled().then(() => "settled"), setImmediate("waits")])).resolves.toBe("settled");
  const taken = takes("plant/state");
  await expect(Promise.race([taken, setImmediate("not read yet")])).resolves.toBe("not read yet");
  resolve();
  expect([await taken, await takes("plant/values")]).toEqual([true, false]);
  topics.stop();
});
