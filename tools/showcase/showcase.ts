// A platform in this process on a scratch folder with something on every page of its web interface: a simulated plant that sends,
// a gateway that is away, a device that answers, customers, users, keys, views, refusals. For pictures, measurements and tests.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { configOf, type GivenSettings } from "../../src/app/config.ts";
import { startPlatform, type Platform } from "../../src/app/platform.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import { RestClient } from "../../test/support/rest-client.ts";
import { DEVICE_KINDS, isDeviceKind } from "../simulator/models/kinds.ts";
import { Simulator } from "../simulator/simulator.ts";
import { connectDevice } from "./connected-device.ts";
import { createBefore, createWithData, type Before, type ShownIds } from "./entities.ts";
import type { Names } from "./names.ts";

const HOST = "127.0.0.1";
const PASSWORD = "showcase-password-1";
const SYS_ADMIN = "sysadmin@example.com";
const TENANT_ADMIN = "maya.lindqvist@example.com";
const DEVICES = 20;

export interface ShowcaseOptions {
  readonly names: Names;
  /** What the simulated gateway has kept before it comes. */
  readonly backlogHours: number;
  readonly settings?: GivenSettings;
  /** Default: one that runs alone. */
  readonly start?: (settings: GivenSettings) => Promise<Platform>;
}

/** As whom a page is looked at. */
export type Viewer = "nobody" | "sysAdmin" | "tenantAdmin" | "customerUser";

export interface Showcase extends AsyncDisposable {
  readonly platform: Platform;
  readonly viewers: Readonly<Record<Viewer, RestClient>>;
  readonly ids: ShownIds;
}

/** Resolves when the plant sends and everything is there. */
export async function openShowcase({
  names,
  backlogHours,
  settings,
  start = (all) => startPlatform(configOf(all), { clock: systemClock, log: silentLogger }),
}: ShowcaseOptions): Promise<Showcase> {
  await using opening = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "bridgehead-showcase-"));
  opening.defer(() => rm(folder, { recursive: true, force: true }));
  const platform = await start({
    dataDir: folder,
    "http.host": HOST,
    "http.port": 0,
    "mqtt.host": HOST,
    "mqtt.port": 0,
    "bootstrap.sysAdmin.email": SYS_ADMIN,
    "bootstrap.sysAdmin.password": PASSWORD,
    "bootstrap.tenantAdmin.email": TENANT_ADMIN,
    "bootstrap.tenantAdmin.password": PASSWORD,
    ...settings,
  });
  opening.defer(() => platform.stop());

  const nobody = new RestClient(platform.http);
  const sysAdmin = await nobody.login(SYS_ADMIN, PASSWORD);
  const tenantAdmin = await nobody.login(TENANT_ADMIN, PASSWORD);
  const before = await createBefore({ sysAdmin, tenantAdmin }, names);
  const mqttPort = Number(new URL(platform.mqtt).port);
  const simulator = plant(before, { names, backlogHours, mqttPort });
  await simulator.start();
  opening.defer(() => simulator.stop());
  const device = await connectDevice({ host: HOST, port: mqttPort, token: before.deviceToken, names });
  opening.defer(() => device.end());
  const { ids, customerUser } = await createWithData({ sysAdmin, tenantAdmin }, names, before);

  const opened = opening.move();
  return {
    platform,
    viewers: { nobody, sysAdmin, tenantAdmin, customerUser },
    ids,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

interface PlantOptions {
  readonly names: Names;
  readonly backlogHours: number;
  readonly mqttPort: number;
}

function plant({ gatewayToken }: Before, { names, backlogHours, mqttPort }: PlantOptions): Simulator {
  return new Simulator(
    {
      host: HOST,
      port: mqttPort,
      tokens: [gatewayToken],
      protocol: 5,
      qos: 1,
      rate: undefined,
      devicesPerGateway: DEVICES,
      kinds: Object.keys(DEVICE_KINDS).filter(isDeviceKind),
      devicePrefix: names.devicePrefix,
      devicesPerMessage: 10,
      inFlightMax: 100,
      seed: "showcase",
      dropEverySeconds: 0,
      // Something is refused, for the pages that tell of it.
      garbageEverySeconds: 5,
      backlogHours,
    },
    { clock: systemClock, report: () => undefined },
  );
}
