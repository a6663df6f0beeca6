// Many gateways: a thousand of them with a hundred devices each at a steady rate, and what connections and routed
// devices cost when nothing happens.
import { LoadGenerator, runLoad } from "../load-generator.ts";
import { PlatformServer } from "../servers.ts";
import type { Scenario } from "../scenario.ts";
import { spread } from "../statistics.ts";

const GATEWAYS = 1000;
const WARM_UP_CONNECTIONS = 500;
const DEVICES_PER_GATEWAY = 100;
const POINTS_PER_GATEWAY_SECOND = 10;
const STEADY_SECONDS = 30;
/** Each device says something every ten seconds, and is connected with that: on a slow machine, longer than it takes to store this of all. */
const WARM_UP_SECONDS = 60;
const FIRST_POINTS_SECONDS_MAX = 300;
/** Longer than all that is done with connected gateways. */
const CONNECTED_SECONDS = 600;
const STOP_SECONDS_MAX = 8;
const MIB = 1024 * 1024;
const KIB = 1024;

export const fleet: Scenario = {
  name: "fleet",
  describes: `${String(GATEWAYS)} gateways × ${String(DEVICES_PER_GATEWAY)} devices connected, ${String(POINTS_PER_GATEWAY_SECOND)} points/s each gateway`,
  async run(options) {
    const server = await PlatformServer.start();
    try {
      const tokens = await server.createGateways(GATEWAYS);
      // Connects every device once, so that all have a route; the routes outlive these sessions.
      await runLoad({
        role: "respond",
        tokens,
        port: server.mqttPort,
        devices: DEVICES_PER_GATEWAY,
        seconds: 1,
        warmUpSeconds: 0,
      });
      options.log(`fleet: all devices connected, RSS ${(server.process.residentBytes() / MIB).toFixed(0)} MiB`);
      const ofFleet = {
        role: "publish" as const,
        shape: "one-point" as const,
        tokens,
        port: server.mqttPort,
        devices: DEVICES_PER_GATEWAY,
      };
      const startedSeries = performance.now();
      // Once, each device sends its first point, for which its series is made.
      await runLoad({
        ...ofFleet,
        messages: DEVICES_PER_GATEWAY,
        window: 10,
        warmUpSeconds: 0,
        seconds: FIRST_POINTS_SECONDS_MAX,
      });
      options.log(`fleet: first points of all in ${((performance.now() - startedSeries) / 1000).toFixed(1)} s`);
      const load = new LoadGenerator({
        ...ofFleet,
        rate: GATEWAYS * POINTS_PER_GATEWAY_SECOND,
        seconds: STEADY_SECONDS,
        warmUpSeconds: WARM_UP_SECONDS,
        firstTs: Date.now(),
      });
      await load.ready();
      const resident: number[] = [];
      const watch = setInterval(() => resident.push(server.process.residentBytes() / MIB), 1000);
      const cpuBefore = server.process.cpuSeconds();
      const startedAt = performance.now();
      const report = await load.done();
      clearInterval(watch);
      const cpu = ((server.process.cpuSeconds() - cpuBefore) / (performance.now() - startedAt)) * 1000;
      const stop = await stopWithAll(server, tokens);
      return [
        {
          what: "fleet: points/s taken of those sent",
          unit: "points/s",
          found: spread([report.pointsPerSecond]),
          goal: { relation: "at least", value: 0.99 * GATEWAYS * POINTS_PER_GATEWAY_SECOND },
        },
        { what: "fleet: acknowledgement p99", unit: "ms", found: spread([report.latencyMillis.p99]) },
        { what: "fleet: processor use", unit: "cores", found: spread([cpu]) },
        {
          what: "fleet: greatest RSS while steady",
          unit: "MiB",
          found: spread([Math.max(...resident)]),
          goal: { relation: "at most", value: 500 },
        },
        {
          what: "fleet: a stop with all of them connected",
          unit: "s",
          found: spread([stop.seconds]),
          goal: { relation: "at most", value: STOP_SECONDS_MAX },
        },
        {
          what: "fleet: exit code of that stop",
          unit: "of 0",
          found: spread([stop.code]),
          goal: { relation: "at most", value: 0 },
        },
      ];
    } finally {
      await server.stop();
    }
  },
};

async function stopWithAll(
  server: PlatformServer,
  tokens: readonly string[],
): Promise<{ readonly seconds: number; readonly code: number }> {
  const connected = new LoadGenerator({
    role: "respond",
    tokens,
    port: server.mqttPort,
    devices: DEVICES_PER_GATEWAY,
    seconds: CONNECTED_SECONDS,
    warmUpSeconds: 0,
  });
  await connected.ready();
  const startedAt = performance.now();
  await server.process.stop();
  const seconds = (performance.now() - startedAt) / 1000;
  await connected.stop();
  return { seconds, code: (await server.process.ended()) ?? Number.NaN };
}

export const idle: Scenario = {
  name: "idle",
  describes: "memory of an idle process, of idle connections and of routed devices",
  async run(options) {
    const start: number[] = [];
    const connection: number[] = [];
    const device: number[] = [];
    for (let run = 0; run < Math.min(options.runs, 3); run++) {
      const server = await PlatformServer.start();
      try {
        await settle();
        start.push(server.process.residentBytes() / MIB);
        const tokens = await server.createGateways(GATEWAYS);
        // The first connections warm code and pools up, threads that read the store among them; what the further ones add is the cost of one.
        const first = new LoadGenerator({
          role: "idle",
          tokens: tokens.slice(0, WARM_UP_CONNECTIONS),
          port: server.mqttPort,
          seconds: 0,
          subscribe: ["v1/gateway/rpc"],
        });
        await first.ready();
        await settle();
        const before = server.process.residentBytes();
        const others = new LoadGenerator({
          role: "idle",
          tokens: tokens.slice(WARM_UP_CONNECTIONS),
          port: server.mqttPort,
          seconds: 0,
          subscribe: ["v1/gateway/rpc"],
        });
        await others.ready();
        await settle();
        connection.push((server.process.residentBytes() - before) / (GATEWAYS - WARM_UP_CONNECTIONS) / KIB);
        await others.stop();
        await first.stop();

        const some = { role: "respond" as const, port: server.mqttPort, seconds: 1, warmUpSeconds: 0 };
        await runLoad({ ...some, tokens: tokens.slice(0, 100), devices: 10 });
        await settle();
        const beforeDevices = server.process.residentBytes();
        await runLoad({ ...some, tokens: tokens.slice(0, 100), devices: 500 });
        await settle();
        device.push((server.process.residentBytes() - beforeDevices) / (100 * 490) / KIB);
      } finally {
        await server.stop();
      }
      options.log(
        `idle run ${String(run + 1)}: ${String(start.at(-1)?.toFixed(0))} MiB, ${String(connection.at(-1)?.toFixed(1))} KiB a connection, ${String(device.at(-1)?.toFixed(2))} KiB a device`,
      );
    }
    return [
      {
        what: "idle: process after start",
        unit: "MiB",
        found: spread(start),
        goal: { relation: "at most", value: 150 },
      },
      {
        what: "idle: each further connection",
        unit: "KiB",
        found: spread(connection),
        goal: { relation: "at most", value: 16 },
      },
      { what: "idle: each routed device", unit: "KiB", found: spread(device), goal: { relation: "at most", value: 1 } },
    ];
  },
};

/** Gives the garbage collector of the server time to finish what the load has left. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 5000));
}
