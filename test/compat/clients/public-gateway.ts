// The public IoT gateway in Python with three connectors: its own configuration files, in which only addresses, ports and the
// token are this run's.
import { spawn } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { connectAsync, type MqttClient } from "mqtt";
import { searchPath } from "../../../scripts/system-packages.mjs";
import type { CompatClient, Scenario } from "../compat-client.ts";
import { freePort, type CompatServer } from "../compat-server.ts";
import { eventually } from "../../support/deadline.ts";
import { until } from "../gateway-scenarios.ts";
import { Program } from "../program.ts";
import { run, type PythonEnvironment } from "../tools.ts";

const PLANT = join(import.meta.dirname, "../programs/modbus_plant.py");
const START_MILLIS_MAX = 60_000;
const READINGS = 300;
const MODBUS_DEVICE = "Modbus Device";

export const publicGateway: CompatClient = {
  name: "thingsboard-gateway",
  async install(tools) {
    // The versions that its connectors would install by themselves at their first start.
    const python = await tools.python(
      "thingsboard-gateway==3.8.5",
      "pymodbus==3.9.2",
      "pyserial",
      "pyserial-asyncio",
      "aiohttp",
    );
    const site = new Site(python, tools.scratch("public-gateway"));
    const scenario = (name: string, show: (server: CompatServer) => Promise<void>): Scenario => ({ name, run: show });
    return {
      version: await python.version("thingsboard-gateway"),
      scenarios: [
        scenario("it starts with MQTT, Modbus and REST connectors, and each delivers", async (server) => {
          await site.start(server);
          await site.deliversOfAll(server);
        }),
        scenario("readings that its REST connector sends as texts are averaged", (server) =>
          site.averagesTexts(server),
        ),
        scenario("a shared attribute and a call reach the Modbus device", (server) => site.commands(server)),
        scenario(`${String(READINGS)} readings over two kills of the platform, and a call afterwards`, (server) =>
          site.kills(server),
        ),
        scenario("it stops", () => site.stop()),
      ],
    };
  },
};

/** A plant with its broker, its Modbus device and the gateway. */
class Site {
  readonly #python: PythonEnvironment;
  readonly #folder: string;
  readonly #running: Program[] = [];
  #broker: MqttClient | undefined;
  #plant: Program | undefined;
  #restPort = 0;

  constructor(python: PythonEnvironment, folder: string) {
    this.#python = python;
    this.#folder = folder;
  }

  async start(server: CompatServer): Promise<void> {
    const [brokerPort, modbusPort] = [await freePort(), await freePort()];
    this.#restPort = await freePort();
    const path = searchPath();
    this.#run("mosquitto", ["-p", String(brokerPort)], { ...process.env, PATH: path });
    this.#plant = this.#run(this.#python.python, [PLANT], { ...process.env, PORT: String(modbusPort) });
    await this.#plant.line("ready", START_MILLIS_MAX);
    this.#broker = await connectAsync(`mqtt://127.0.0.1:${String(brokerPort)}`);
    const { token } = await server.tenant.createGateway({ name: "Public gateway" });
    await this.#configure({ mqttPort: server.mqttPort, token, brokerPort, modbusPort, restPort: this.#restPort });
    const main = "from thingsboard_gateway.tb_gateway import main; main()";
    this.#run(this.#python.python, ["-c", main], { ...process.env, TB_GW_CONFIG_DIR: join(this.#folder, "config") });
    await until(async () => (await server.tenant.device(MODBUS_DEVICE)) !== undefined);
    const isListening = async (): Promise<boolean> =>
      await fetch(`http://127.0.0.1:${String(this.#restPort)}/`).then(
        () => true,
        () => false,
      );
    await until(isListening);
  }

  async deliversOfAll(server: CompatServer): Promise<void> {
    await this.#published("SN-1", { sensorModel: "T1", temp: 21.5, hum: 60 });
    await this.#posted({ sensorName: "SN-2", sensorType: "Thermometer", sensorModel: "T2", temp: 25, hum: 55 });
    for (const [name, key, value] of [
      ["SN-1", "temperature", 21.5],
      [MODBUS_DEVICE, "temperature", 21.5],
      [MODBUS_DEVICE, "relay", false],
    ] as const)
      await until(async () => (await latest(server, name))[key] === value);
    await until(async () => Number((await latest(server, "SN-2"))["temperature"]) === 25);
  }

  async averagesTexts(server: CompatServer): Promise<void> {
    const before = Date.now();
    for (const [index, temp] of ["20", "30"].entries()) {
      await this.#posted({ sensorName: "SN-3", sensorType: "Thermometer", sensorModel: "T3", temp, hum: temp });
      // The gateway gives a reading the time of its arrival, so that the next one comes when this one is stored.
      await until(async () => (await temperaturesOf(server, "SN-3")).length === index + 1);
    }
    const { tenant } = server;
    const { id } = await tenant.existing("SN-3");
    const range = `startTs=${String(before - 1_000)}&endTs=${String(before + 600_000)}&interval=601000&agg=AVG`;
    const answer = await tenant.rest.get(
      `/api/plugins/telemetry/DEVICE/${id}/values/timeseries?keys=temperature&useStrictDataTypes=true&${range}`,
    );
    assert.deepEqual(
      (answer as { temperature: { value: unknown }[] }).temperature.map(({ value }) => value),
      [25],
    );
  }

  async commands(server: CompatServer): Promise<void> {
    const { tenant } = server;
    const { id } = await tenant.existing(MODBUS_DEVICE);
    await tenant.saveAttributes(id, "SHARED_SCOPE", { relay: true });
    await this.#plant?.line("relay True", START_MILLIS_MAX);
    await until(async () => (await latest(server, MODBUS_DEVICE))["relay"] === true);
    await this.#calls(server);
  }

  async kills(server: CompatServer): Promise<void> {
    const expected = Array.from({ length: READINGS }, (_, index) => index + 1);
    const send = async (): Promise<void> => {
      for (const temp of expected) {
        await this.#published("SN-4", { sensorModel: "T4", temp, hum: temp });
        // The gateway gives a reading the time of its arrival: two of the same millisecond would be one.
        await pause(50);
      }
    };
    const kill = async (): Promise<void> => {
      for (const share of [0.2, 0.6]) {
        await until(async () => (await temperaturesOf(server, "SN-4")).length >= share * READINGS);
        await server.killAndRestart();
      }
    };
    await Promise.all([send(), kill()]);
    const missing = async (): Promise<readonly number[]> => {
      const arrived = new Set(await temperaturesOf(server, "SN-4"));
      return expected.filter((reading) => !arrived.has(reading));
    };
    const complaint = (last: readonly number[]): string => `the readings ${last.join(", ")} have not arrived`;
    await eventually(missing, ({ length }) => length === 0, 60_000, complaint);
    await this.#calls(server);
  }

  async stop(): Promise<void> {
    await this.#broker?.endAsync(true);
    for (const program of this.#running.reverse()) program.killNow();
  }

  async #calls(server: CompatServer): Promise<void> {
    const { id } = await server.tenant.existing(MODBUS_DEVICE);
    const { status, body } = await server.tenant.call(id, { method: "getRelay", params: {}, timeout: 20_000 });
    assert.equal(status, 200, JSON.stringify(body));
    assert.match(JSON.stringify(body), /true/i);
  }

  async #published(device: string, reading: object): Promise<void> {
    const time = new Date().toISOString();
    await this.#broker?.publishAsync(`sensor/${device}/data`, JSON.stringify({ time, ...reading }), { qos: 1 });
  }

  async #posted(reading: object): Promise<void> {
    const post = () =>
      fetch(`http://127.0.0.1:${String(this.#restPort)}/my_devices`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ certificateNumber: 1, ...reading }),
      });
    assert.equal((await post()).status, 200);
  }

  #run(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Program {
    const child = spawn(command, args, { cwd: this.#folder, env, stdio: ["ignore", "pipe", "pipe"] });
    process.on("exit", () => void child.kill("SIGKILL"));
    const program = new Program(command, child);
    this.#running.push(program);
    return program;
  }

  /** The files that come with it, with the addresses of this site. */
  async #configure(
    site: Readonly<Record<"mqttPort" | "brokerPort" | "modbusPort" | "restPort", number>> & { token: string },
  ): Promise<void> {
    const where = "import thingsboard_gateway, os; print(os.path.dirname(thingsboard_gateway.__file__))";
    const installed = (await run(this.#python.python, ["-c", where])).trim();
    const config = join(this.#folder, "config");
    cpSync(join(installed, "config"), config, { recursive: true });
    writeFileSync(join(config, "connected_devices.json"), "{}");
    const edit = (name: string, change: (json: Config) => void): void => {
      const json = JSON.parse(readFileSync(join(config, name), "utf8")) as Config;
      change(json);
      writeFileSync(join(config, name), JSON.stringify(json, null, 2));
    };
    edit("tb_gateway.json", (json) => {
      Object.assign(json["thingsboard"] as Config, { host: "127.0.0.1", port: site.mqttPort });
      Object.assign((json["thingsboard"] as Config)["security"] as Config, { accessToken: site.token });
      json["connectors"] = [
        { type: "mqtt", name: "Broker", configuration: "mqtt.json" },
        { type: "modbus", name: "Modbus", configuration: "modbus.json" },
        { type: "rest", name: "REST", configuration: "rest.json" },
      ];
    });
    edit("mqtt.json", (json) => {
      Object.assign(json["broker"] as Config, { port: site.brokerPort });
      // The gateway converts readings in batches, and would give all of a batch one time.
      for (const { converter } of json["mapping"] as { converter: { timeseries?: Config[] } }[])
        for (const series of converter.timeseries ?? []) series["tsField"] = "${time}";
    });
    edit("modbus.json", (json) => {
      const [slave] = (json["master"] as { slaves: Config[] }).slaves;
      Object.assign(slave ?? {}, { port: site.modbusPort, deviceName: MODBUS_DEVICE });
      delete json["slave"];
    });
    edit("rest.json", (json) => Object.assign(json["server"] as Config, { port: String(site.restPort) }));
  }
}

type Config = Record<string, unknown>;

/** Of a device that need not exist yet. */
async function temperaturesOf({ tenant }: CompatServer, name: string): Promise<readonly number[]> {
  if ((await tenant.device(name)) === undefined) return [];
  const { id } = await tenant.existing(name);
  return (await tenant.history(id, "temperature")).map(({ value }) => Number(value));
}

async function latest({ tenant }: CompatServer, name: string): Promise<Record<string, unknown>> {
  if ((await tenant.device(name)) === undefined) return {};
  return await tenant.latestValues((await tenant.existing(name)).id);
}
