// REST contract 16: commands that connect one particular device, run as they are given.
import { execFile } from "node:child_process";
import { readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { parse } from "yaml";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { GivenSettings } from "../../src/app/config.ts";
import { CLIENT_CERTIFICATE, SERVER_CERTIFICATE, SERVER_KEY } from "../support/certificates.ts";
import { checkedFetch } from "../support/checked-fetch.ts";
import { useTestPlatform } from "../support/conformance.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { startTestPlatform, TENANT_ADMIN, TEST_SETTINGS, type TestPlatform } from "../support/platform.ts";
import { member, text, type RestAnswer } from "../support/rest-client.ts";
import { expectError, neighbours } from "../support/rest-conformance.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";
import { startForTests } from "../support/start-platform.ts";
import { startedCommand } from "../support/started-command.ts";
import type { TestDevice } from "../support/tenant.ts";

const run = promisify(execFile);
const platform = useTestPlatform();
let folder: string;
beforeAll(async () => {
  folder = await scratchFolder();
  await writeFile(join(folder, "cert.pem"), SERVER_CERTIFICATE);
  await writeFile(join(folder, "key.pem"), SERVER_KEY);
  // A file that holds both, as some programs want it.
  await writeFile(join(folder, "both.pem"), `${SERVER_KEY}${SERVER_CERTIFICATE}`);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const commandsOf = (each: TestPlatform, device: TestDevice): Promise<unknown> =>
  each.tenant.rest.get(`/api/device-connectivity/${device.id}`);

/** Runs a command as a person would, in the folder of the test. */
async function shell(command: string): Promise<string> {
  const { stdout } = await run("/bin/sh", ["-c", command], { cwd: folder, encoding: "utf8" });
  return stdout;
}

/** Two messages are two seconds apart. */
const POLL = { interval: 200 };

/** What stands at a path is a list of commands. */
function listAt(json: unknown, ...path: string[]): string[] {
  const found = member(json, ...path);
  if (!Array.isArray(found)) throw new Error(`no list at ${path.join(".")}`);
  return found.map(String);
}

const NAMES = [
  ["a usual token", undefined],
  ["a token that a shell would read otherwise", `it's $HOME "quoted" & more! 100%`],
] as const;

test.each(NAMES)("REST §16: the commands work when they are pasted, with %s", async (_what, token) => {
  const device = await platform().tenant.createDevice();
  if (token !== undefined) await platform().tenant.setCredentials(device.id, { credentialsId: token });
  const commands = await commandsOf(platform(), device);
  for (const [command, temperature] of [
    [text(commands, "http", "http"), 25],
    [text(commands, "mqtt", "mqtt"), 25],
  ] as const) {
    await platform().tenant.rest.delete(
      `/api/plugins/telemetry/DEVICE/${device.id}/timeseries/delete?keys=temperature&deleteAllDataForKeys=true`,
    );
    await shell(command);
    expect(await platform().tenant.latestValues(device.id)).toEqual({ temperature });
  }
});

test("REST §16: only what is enabled is named, with host and port of the request and of what listens", async () => {
  const device = await platform().tenant.createDevice();
  const commands = await commandsOf(platform(), device);
  const { host } = new URL(platform().anonymous.baseUrl);
  expect(commands).toEqual({
    http: {
      http: `curl -v -X POST http://${host}/api/v1/${device.token}/telemetry --header Content-Type:application/json --data "{\\"temperature\\":25}"`,
    },
    mqtt: {
      mqtt: `mosquitto_pub -d -q 1 -h 127.0.0.1 -p ${String(platform().mqttPort)} -t v1/devices/me/telemetry -u ${device.token} -m "{\\"temperature\\":25}"`,
      docker: {
        mqtt: `docker run --rm --add-host=host.docker.internal:host-gateway eclipse-mosquitto mosquitto_pub -d -q 1 -h host.docker.internal -p ${String(platform().mqttPort)} -t v1/devices/me/telemetry -u ${device.token} -m "{\\"temperature\\":25}"`,
      },
    },
  });
});

test("REST §16: devices with other credentials get what they can use", async () => {
  const device = await platform().tenant.createDevice();
  await platform().tenant.setCredentials(device.id, {
    credentialsType: "MQTT_BASIC",
    credentialsValue: JSON.stringify({ clientId: "my client", userName: "me", password: "it's secret" }),
  });
  const commands = await commandsOf(platform(), device);
  expect(Object.keys(commands as object)).toEqual(["mqtt"]);
  await shell(text(commands, "mqtt", "mqtt"));
  expect(await platform().tenant.latestValues(device.id)).toEqual({ temperature: 25 });

  await platform().tenant.setCredentials(device.id, {
    credentialsType: "X509_CERTIFICATE",
    credentialsValue: SERVER_CERTIFICATE,
  });
  expect(await commandsOf(platform(), device)).toEqual({});
});

describe("over TLS", () => {
  let secured: TestPlatform;
  beforeAll(async () => {
    secured = await startTestPlatform({
      settings: {
        "mqtt.tls.port": 0,
        "mqtt.tls.certFile": join(folder, "both.pem"),
        "mqtt.tls.keyFile": join(folder, "key.pem"),
      },
    });
  });
  afterAll(() => secured.stop());

  test("REST §16: first the certificate, then the command; they work, and no key is given away", async () => {
    const device = await secured.tenant.createDevice();
    const commands = await commandsOf(secured, device);
    const list = listAt(commands, "mqtt", "mqtts");
    expect(list).toHaveLength(2);
    for (const command of list) await shell(command);
    expect(await secured.tenant.latestValues(device.id)).toEqual({ temperature: 25 });
    expect(await readFile(join(folder, "bridgehead-mqtts.pem"), "utf8")).toBe(SERVER_CERTIFICATE);
    const [download, publish] = listAt(commands, "mqtt", "docker", "mqtts");
    expect(download).toBe(list[0]);
    expect(publish).toContain(
      'docker run --rm --add-host=host.docker.internal:host-gateway -v "$PWD:/work" -w /work eclipse-mosquitto mosquitto_pub',
    );

    const certificate = await secured.anonymous.request("GET", "/api/device-connectivity/mqtts/certificate/download");
    expect([certificate.status, certificate.text]).toEqual([200, SERVER_CERTIFICATE]);
    expect(certificate.headers.get("content-disposition")).toBe('attachment; filename="bridgehead-mqtts.pem"');
    for (const protocol of ["coaps", "https", "__proto__", "mqtt"])
      expectError(
        await secured.anonymous.request("GET", `/api/device-connectivity/${protocol}/certificate/download`),
        404,
        32,
      );
  });
});

test("REST §16: the certificate that MQTT clients have to trust is that of the settings, as behind a proxy", async () => {
  const certFile = join(folder, "trusted.pem");
  await writeFile(certFile, CLIENT_CERTIFICATE);
  await using behind = await startTestPlatform({ settings: { "device.connectivity.mqtts.certFile": certFile } });
  const path = "/api/device-connectivity/mqtts/certificate/download";
  expect(await behind.anonymous.getText(path)).toBe(CLIENT_CERTIFICATE);
});

test("REST §16: over HTTPS with an authority of its own, the certificate comes first; the commands work", async () => {
  const settings = {
    ...TEST_SETTINGS,
    dataDir: join(folder, "data"),
    "http.tls.certFile": join(folder, "cert.pem"),
    "http.tls.keyFile": join(folder, "key.pem"),
  };
  const secured = await startForTests(settings, { clock: new ManualClock() });
  try {
    const call = async (path: string, options = ""): Promise<unknown> =>
      JSON.parse(
        await shell(`curl -s --cacert cert.pem ${secured.http}${path} -H content-type:application/json ${options}`),
      );
    const login = JSON.stringify({ username: TENANT_ADMIN.email, password: TENANT_ADMIN.password });
    const token = `-H 'X-Authorization: Bearer ${text(await call("/api/auth/login", `-d '${login}'`), "token")}'`;
    const id = text(await call("/api/device", `${token} -d '{"name":"secured"}'`), "id", "id");
    const commands = await call(`/api/device-connectivity/${id}`, token);
    expect(member(commands, "http", "http")).toBeUndefined();
    const list = listAt(commands, "http", "https");
    expect(list).toEqual([
      `curl -f -S -k -o bridgehead-https.pem ${secured.http}/api/device-connectivity/https/certificate/download`,
      expect.stringMatching(/^curl -v -X POST --cacert bridgehead-https\.pem https:/),
    ]);
    for (const command of list) await shell(command);
    const path = `/api/plugins/telemetry/DEVICE/${id}/values/timeseries?useStrictDataTypes=true`;
    expect(await call(path, token)).toMatchObject({ temperature: [{ value: 25 }] });
  } finally {
    await secured.stop();
  }
});

test("REST §16: hosts, ports and protocols follow the settings", async () => {
  const settings: GivenSettings = {
    "http.trustedProxies": "127.0.0.1",
    "device.connectivity.http.enabled": true,
    "device.connectivity.http.host": "devices.example.com",
    "device.connectivity.http.port": 80,
    "device.connectivity.mqtt.enabled": false,
    "device.connectivity.mqtts.enabled": true,
    "device.connectivity.mqtts.host": "2001:db8::1",
    "device.connectivity.mqtts.port": 18_883,
  };
  await using custom = await startTestPlatform({ settings });
  const device = await custom.tenant.createDevice();
  const response = await checkedFetch(`${custom.anonymous.baseUrl}/api/device-connectivity/${device.id}`, {
    headers: {
      "x-authorization": custom.tenant.rest.authorization ?? "",
      "x-forwarded-proto": "https",
      "x-forwarded-host": "iot.example.com",
    },
  });
  const commands: unknown = await response.json();
  expect(text(commands, "http", "http")).toContain(`http://devices.example.com:80/api/v1/${device.token}/`);
  expect(listAt(commands, "http", "https")).toEqual([
    expect.stringContaining(`https://iot.example.com:443/api/v1/${device.token}/`),
  ]);
  expect(member(commands, "mqtt", "mqtt")).toBeUndefined();
  expect(member(commands, "mqtt", "docker", "mqtt")).toBeUndefined();
  expect(listAt(commands, "mqtt", "mqtts")).toEqual([
    expect.stringContaining("mosquitto_pub -d -q 1 --tls-use-os-certs -h 2001:db8::1 -p 18883 "),
  ]);
});

test("REST §16: MQTT without TLS is offered to those who reach it: this machine, or all where the settings allow it", async () => {
  const isOffered = async (more: GivenSettings, host: string): Promise<boolean> => {
    await using custom = await startTestPlatform({ settings: { "http.trustedProxies": "127.0.0.1", ...more } });
    const device = await custom.tenant.createDevice();
    const response = await checkedFetch(`${custom.anonymous.baseUrl}/api/device-connectivity/${device.id}`, {
      headers: { "x-authorization": custom.tenant.rest.authorization ?? "", "x-forwarded-host": host },
    });
    return member(await response.json(), "mqtt", "mqtt") !== undefined;
  };

  expect(await isOffered({}, "localhost:8080")).toBe(true);
  expect(await isOffered({}, "iot.example.com")).toBe(false);
  expect(await isOffered({ "device.connectivity.mqtt.enabled": true }, "iot.example.com")).toBe(true);
  expect(await isOffered({ allowPlaintext: true, "mqtt.host": "0.0.0.0" }, "iot.example.com")).toBe(true);
});

test("REST §16: a host that is none never gets into a command", async () => {
  await using custom = await startTestPlatform({ settings: { "http.trustedProxies": "127.0.0.1" } });
  const device = await custom.tenant.createDevice();
  const headers = { "x-authorization": custom.tenant.rest.authorization ?? "" };
  for (const host of ["a;b", "$(id)", "a b", '"', "a/b", "a:port", "[::1"]) {
    const { status } = await checkedFetch(`${custom.anonymous.baseUrl}/api/device-connectivity/${device.id}`, {
      headers: { ...headers, "x-forwarded-host": host },
    });
    expect(status, host).toBe(400);
  }
});

test("REST §16: commands hold credentials, so they are for those who may read them", async () => {
  const { owner, otherCustomer, otherTenant, device } = await neighbours(platform());
  const path = `/api/device-connectivity/${device.id}`;
  expect((await owner.rest.request("GET", path)).status).toBe(200);
  expectError(await otherCustomer.request("GET", path), 403, 20);
  expectError(await otherTenant.rest.request("GET", path), 404, 32);
  expectError(await platform().anonymous.request("GET", path), 401, 10);
  expectError(await platform().sysAdmin.request("GET", path), 403, 20);
});

describe("the compose file of a gateway", () => {
  const path = (id: string): string => `/api/device-connectivity/gateway-launch/${id}/docker-compose/download`;
  const compose = (each: TestPlatform, id: string): Promise<RestAnswer> => each.tenant.rest.request("GET", path(id));
  const serviceOf = (answer: RestAnswer): unknown => member(parse(answer.text), "services", "gateway");

  test("REST §16: names where the platform is and who the gateway is", async () => {
    const gateway = await platform().tenant.createGateway();
    const answer = await compose(platform(), gateway.id);
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="docker-compose.yml"');
    expect(serviceOf(answer)).toEqual({
      image: "${GATEWAY_IMAGE:?set it to the image of your gateway program}",
      restart: "unless-stopped",
      extra_hosts: ["host.docker.internal:host-gateway"],
      environment: {
        host: "host.docker.internal",
        port: String(platform().mqttPort),
        accessToken: gateway.token,
      },
      logging: { options: { "max-size": "10m", "max-file": "3" } },
    });
  });

  test("REST §16: has the image of the settings, and credentials of any kind and any characters", async () => {
    await using custom = await startTestPlatform({
      settings: {
        "device.connectivity.gatewayImage": "registry.example.com/gateway:1.0",
        "device.connectivity.mqtt.host": "iot.example.com",
        "device.connectivity.mqtt.port": 1883,
      },
    });
    const gateway = await custom.tenant.createGateway();
    const credentials = { clientId: "the client", userName: 'a "name": #x', password: "$PASS\\n" };
    await custom.tenant.setCredentials(gateway.id, {
      credentialsType: "MQTT_BASIC",
      credentialsValue: JSON.stringify(credentials),
    });
    expect(serviceOf(await compose(custom, gateway.id))).toMatchObject({
      image: "registry.example.com/gateway:1.0",
      environment: {
        host: "iot.example.com",
        port: "1883",
        clientId: "the client",
        username: 'a "name": #x',
        // Compose makes one dollar sign of two.
        password: "$$PASS\\n",
      },
    });
    await custom.tenant.setCredentials(gateway.id, {
      credentialsType: "X509_CERTIFICATE",
      credentialsValue: SERVER_CERTIFICATE,
    });
    expectError(await compose(custom, gateway.id), 400, 31);
  });

  test("REST §16: of a device that is no gateway there is none", async () => {
    const { id } = await platform().tenant.createDevice();
    expectError(await compose(platform(), id), 400, 31);
  });
});

describe("ways to send a gateway's first message", () => {
  const path = (id: string): string => `/api/device-connectivity/gateway-launch/${id}`;
  const THERMOMETER = "Thermometer";

  interface Way {
    readonly protocol: string;
    readonly address: string;
    /** The steps of one program. */
    readonly stepsOf: (program: string, which?: "steps" | "continuous") => readonly unknown[];
  }

  async function waysOf(each: TestPlatform, id: string): Promise<readonly Way[]> {
    const answer = await each.tenant.rest.get(path(id));
    return arrayAt(answer, "transports").map((transport) => ({
      protocol: text(transport, "protocol"),
      address: `${text(transport, "host")}:${String(member(transport, "port"))}`,
      stepsOf: (program, which = "steps") => {
        const example = arrayAt(transport, "examples").find((each) => member(each, "program") === program);
        return arrayAt(example, which);
      },
    }));
  }

  function arrayAt(json: unknown, name: string): readonly unknown[] {
    const found = member(json, name);
    if (!Array.isArray(found)) throw new Error(`no list in ${name}`);
    return found;
  }

  /** Does what a reader would: saves the files and runs the commands; packages are those of this repository. */
  async function follow(steps: readonly unknown[]): Promise<void> {
    for (const step of steps) {
      const file = member(step, "file");
      if (typeof file === "string") await writeFile(join(folder, file), text(step, "text"));
      else if (!text(step, "text").startsWith("npm install")) await shell(nodeOfTests(text(step, "text")));
    }
  }

  const nodeOfTests = (command: string): string => command.replace(/^node /, `"${process.execPath}" `);

  async function expectArrival(each: TestPlatform): Promise<void> {
    const device = await each.tenant.existing(THERMOMETER);
    expect(await each.tenant.latestValues(device.id)).toEqual({ temperature: 21.5 });
    await each.tenant.deleteDevice(device.id);
  }

  beforeAll(() => symlink(join(import.meta.dirname, "../../node_modules"), join(folder, "node_modules")));

  test.each(NAMES)(
    "the commands and files of mosquitto and MQTT.js work as they are given, with %s",
    async (_, token) => {
      const gateway = await platform().tenant.createGateway();
      if (token !== undefined)
        await platform().tenant.setCredentials(gateway.id, { credentialsId: `${token} (of a gateway)` });
      const ways = await waysOf(platform(), gateway.id);
      expect(ways.map(({ protocol, address }) => [protocol, address])).toEqual([
        ["mqtt", `127.0.0.1:${String(platform().mqttPort)}`],
      ]);
      for (const way of ways)
        for (const program of ["mosquitto", "mqttjs"]) {
          await follow(way.stepsOf(program));
          await expectArrival(platform());
        }
    },
  );

  test.each([
    ["mosquitto", undefined],
    ["mosquitto", `it's $HOME "quoted" & more! 100%, again`],
    ["mqttjs", undefined],
  ])(
    "those of %s that send continuously give changing values of several devices, and a place",
    async (program, token) => {
      const gateway = await platform().tenant.createGateway();
      if (token !== undefined) await platform().tenant.setCredentials(gateway.id, { credentialsId: token });
      const [way] = await waysOf(platform(), gateway.id);
      const steps = way?.stepsOf(program, "continuous") ?? [];
      await follow(steps.slice(0, -1));
      const devices = async (): Promise<readonly unknown[]> =>
        arrayAt(await platform().tenant.rest.get(`/api/gateways/${gateway.id}/devices?pageSize=10&page=0`), "data");
      {
        await using _running = startedCommand(nodeOfTests(text(steps.at(-1), "text")), folder);
        await expect.poll(async () => (await devices()).length, POLL).toBe(3);

        const truck = await platform().tenant.existing("Truck");
        const values = (): Promise<Readonly<Record<string, unknown>>> => platform().tenant.latestValues(truck.id);
        const numbers = Object.fromEntries(
          ["speed", "latitude", "longitude"].map((key) => [key, expect.any(Number) as unknown]),
        );
        await expect.poll(values, POLL).toEqual(numbers);
        const first = await values();
        await expect.poll(async () => (await values())["latitude"], POLL).not.toBe(first["latitude"]);
      }
      for (const device of await devices()) await platform().tenant.deleteDevice(text(device, "id", "id"));
    },
  );

  test("a program that sends what it reads has nothing to send continuously", async () => {
    const gateway = await platform().tenant.createGateway();
    const [way] = await waysOf(platform(), gateway.id);
    expect(way?.stepsOf("tb-gateway", "continuous")).toEqual([]);
  });

  test("they work over TLS, where the certificate comes first, and with a name and a password", async () => {
    await using secured = await startTestPlatform({
      settings: {
        "mqtt.tls.port": 0,
        "mqtt.tls.certFile": join(folder, "cert.pem"),
        "mqtt.tls.keyFile": join(folder, "key.pem"),
      },
    });
    const gateway = await secured.tenant.createGateway();
    await secured.tenant.setCredentials(gateway.id, {
      credentialsType: "MQTT_BASIC",
      credentialsValue: JSON.stringify({ clientId: "my client", userName: "me", password: `it's "secret"` }),
    });
    const ways = await waysOf(secured, gateway.id);
    expect(ways.map(({ protocol }) => protocol)).toEqual(["mqtt", "mqtts"]);
    for (const way of ways)
      for (const program of ["mosquitto", "mqttjs"]) {
        await follow(way.stepsOf(program));
        await expectArrival(secured);
      }
    const [section] = (ways[1]?.stepsOf("tb-gateway") ?? []).slice(-1);
    expect(JSON.parse(text(section, "text"))).toEqual({
      thingsboard: {
        host: "127.0.0.1",
        port: secured.mqttsPort,
        remoteConfiguration: false,
        remoteShell: false,
        security: {
          type: "usernamePassword",
          clientId: "my client",
          username: "me",
          password: `it's "secret"`,
          tls: true,
          caCert: "bridgehead-mqtts.pem",
        },
        qos: 1,
      },
    });
  });

  test("a gateway with a token has it in each of them; one with a certificate names its files", async () => {
    await using secured = await startTestPlatform({
      settings: { "device.connectivity.mqtts.enabled": true, "device.connectivity.mqtts.host": "2001:db8::1" },
    });
    const gateway = await secured.tenant.createGateway();
    const [, tls] = await waysOf(secured, gateway.id);
    expect(tls?.address).toBe("2001:db8::1:8883");
    expect(text(tls?.stepsOf("mqttjs")[1], "text")).toContain('connectAsync("mqtts://[2001:db8::1]:8883", {');
    expect(text(tls?.stepsOf("paho")[0], "text")).toBe("python3 -m venv venv && venv/bin/pip install paho-mqtt");
    expect(text(tls?.stepsOf("paho")[2], "text")).toBe("venv/bin/python first_message.py");
    expect(text(tls?.stepsOf("paho")[1], "text")).toContain(`auth={"username": "${gateway.token}"},\n    tls={},`);
    expect(member(JSON.parse(text(tls?.stepsOf("tb-gateway")[0], "text")), "thingsboard", "security")).toEqual({
      type: "tlsAccessToken",
      accessToken: gateway.token,
      tls: true,
    });

    await secured.tenant.setCredentials(gateway.id, {
      credentialsType: "X509_CERTIFICATE",
      credentialsValue: SERVER_CERTIFICATE,
    });
    const ways = await waysOf(secured, gateway.id);
    expect(ways.map(({ protocol }) => protocol)).toEqual(["mqtts"]);
    expect(text(ways[0]?.stepsOf("paho")[1], "text")).toContain(
      'tls={"certfile": "device-cert.pem", "keyfile": "device-key.pem"}',
    );
  });

  test("of a device that is no gateway there are none", async () => {
    const { id } = await platform().tenant.createDevice();
    expectError(await platform().tenant.rest.request("GET", path(id)), 400, 31);
  });
});
