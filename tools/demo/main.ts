// `npm run demo`: a platform on a scratch data folder, bound to loopback, with a simulated gateway of twenty devices
// that speaks real MQTT to it, so that a newcomer sees live data at once. Ends on SIGINT and leaves nothing behind.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { configOf } from "../../src/app/config.ts";
import { createLogger } from "../../src/app/pino-logger.ts";
import { startPlatform } from "../../src/app/platform.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { DEVICE_KINDS, isDeviceKind } from "../simulator/models/kinds.ts";
import { reportTrouble, showUntilStopped, stopSignal } from "../simulator/live-summary.ts";
import { Simulator } from "../simulator/simulator.ts";
import { createDemoGateway, createDemoProfiles, createDemoViews, findDevice, logIn } from "./demo-tenant.ts";
import { portOrFreeOne } from "./free-port.ts";
import { introduction } from "./introduction.ts";

const HOST = "127.0.0.1";
const PASSWORD = "bridgehead-demo";
const TENANT_ADMIN = { username: "demo@bridgehead.local", password: PASSWORD };
const SHOWN_DEVICE = "Demo 1 boiler 01";

interface Ports {
  readonly httpPort: string;
  readonly mqttPort: string;
}

async function main(): Promise<void> {
  const ports = parsePorts();
  const signal = stopSignal(systemClock);
  await using stack = new AsyncDisposableStack();

  const folder = await mkdtemp(join(tmpdir(), "bridgehead-demo-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const config = configOf({
    dataDir: folder,
    "log.level": "warn",
    "http.host": HOST,
    "http.port": await portOrFreeOne(Number(ports.httpPort), HOST),
    "mqtt.host": HOST,
    "mqtt.port": await portOrFreeOne(Number(ports.mqttPort), HOST),
    "bootstrap.sysAdmin.password": PASSWORD,
    "bootstrap.tenantAdmin.email": TENANT_ADMIN.username,
    "bootstrap.tenantAdmin.password": PASSWORD,
  });
  const log = createLogger({ ...config.log, unbounded: [] }, { clock: systemClock });
  const platform = await startPlatform(config, { clock: systemClock, log });
  stack.defer(() => platform.stop());
  void platform.failed.then(({ message }) => {
    reportTrouble(`the platform has failed: ${message}`);
  });

  const session = await logIn(platform.http, TENANT_ADMIN);
  await createDemoProfiles(session);
  const token = await createDemoGateway(session, "Demo gateway");
  const simulator = new Simulator(
    {
      host: HOST,
      port: Number(new URL(platform.mqtt).port),
      tokens: [token],
      protocol: 5,
      qos: 1,
      rate: undefined,
      devicesPerGateway: 20,
      kinds: Object.keys(DEVICE_KINDS).filter(isDeviceKind),
      devicePrefix: "Demo",
      devicesPerMessage: 10,
      inFlightMax: 100,
      seed: "demo",
      dropEverySeconds: 0,
      garbageEverySeconds: 0,
      backlogHours: 1,
    },
    { clock: systemClock, report: reportTrouble },
  );
  await simulator.start();
  stack.defer(() => simulator.stop());

  const device = { name: SHOWN_DEVICE, id: await findDevice(session, SHOWN_DEVICE) };
  const view = await createDemoViews(session);
  process.stdout.write(introduction({ ...platform, ...TENANT_ADMIN, token, device, view }));
  await showUntilStopped(simulator, signal);
}

function parsePorts(): Ports {
  return new Command("demo")
    .description("The platform with live data of a simulated gateway, for a first look. Ctrl+C ends it.")
    .option("--http-port <number>", "port of the REST API; a free one if it is taken", "8080")
    .option("--mqtt-port <number>", "port of MQTT; a free one if it is taken", "1883")
    .parse()
    .opts<Ports>();
}

main().catch((error: unknown) => {
  process.stderr.write(`the demo cannot go on: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
