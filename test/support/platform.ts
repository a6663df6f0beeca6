// A whole platform for tests: in this process, on a scratch data folder and free ports, with a clock moved by hand.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { IConnectPacket } from "mqtt-packet";
import type { GivenSettings } from "../../src/app/config.ts";
import { writeJson } from "../../src/lib/json.ts";
import { silentLogger, type Logger } from "../../src/lib/logger.ts";
import type { RestRoute } from "../../src/transport/rest/route.ts";
import { AnswerCheck } from "./answer-check.ts";
import { FREE_GUESSES, QUICK_HASHES } from "./guesses.ts";
import { ManualClock } from "./manual-clock.ts";
import { RawMqttClient, type RawClientOptions } from "./raw-mqtt-client.ts";
import { member, RestClient, text } from "./rest-client.ts";
import { putEmptyDatabase, scratchFolder } from "./scratch-sqlite.ts";
import { isCluster, startForTests, type StartedPlatform } from "./start-platform.ts";
import { createActiveUser, TestTenant, type TestDevice } from "./tenant.ts";

export const SYS_ADMIN = { email: "sysadmin@example.com", password: "A-password-of-a-test-1" };
export const TENANT_ADMIN = { email: "tenant@example.com", password: "A-password-of-a-test-2" };

// Tests move the clock by hours; only those about silence want to lose their connection by that.
export const TEST_SETTINGS: GivenSettings = {
  "http.host": "127.0.0.1",
  "http.port": 0,
  "mqtt.host": "127.0.0.1",
  "mqtt.port": 0,
  "mqtt.sessionInactivitySeconds": 30 * 86_400,
  ...FREE_GUESSES,
  ...QUICK_HASHES,
  "bootstrap.sysAdmin.email": SYS_ADMIN.email,
  "bootstrap.sysAdmin.password": SYS_ADMIN.password,
  "bootstrap.tenantAdmin.email": TENANT_ADMIN.email,
  "bootstrap.tenantAdmin.password": TENANT_ADMIN.password,
};

const PATIENCE_MILLIS = 60_000;
/** Requests after which each node has had one, also if the balancer had others meanwhile. */
const TURNS = 6;

export interface TestPlatformOptions {
  /** Over the defaults of a test platform, by dotted name. */
  readonly settings?: GivenSettings;
  /** Default: a clock of its own that stands still until the test moves it. */
  readonly clock?: ManualClock;
  /** Where records go; default nowhere. */
  readonly log?: Logger;
}

/** Resolves when it listens and its administrators are logged in. */
export async function startTestPlatform(options: TestPlatformOptions = {}): Promise<TestPlatform> {
  const folder = await scratchFolder();
  if (!isCluster) await putEmptyDatabase(folder);
  const clock = options.clock ?? new ManualClock();
  const settings = { ...TEST_SETTINGS, dataDir: folder, ...options.settings };
  const platform = await startForTests(settings, { clock, log: options.log ?? silentLogger });
  const { dataDir: _, ...described } = options.settings ?? {};
  const answerCheck = await AnswerCheck.of(platform.http, "platform", described);
  const anonymous = new RestClient(platform.http, undefined, answerCheck);
  const [sysAdmin, admin] = await Promise.all([
    anonymous.login(SYS_ADMIN.email, SYS_ADMIN.password),
    anonymous.login(TENANT_ADMIN.email, TENANT_ADMIN.password),
  ]);
  const tenantId = text(await admin.get("/api/auth/user"), "tenantId", "id");
  return new TestPlatform({ folder, clock, platform, anonymous, sysAdmin, admin, tenantId });
}

interface TestPlatformParts {
  readonly folder: string;
  readonly clock: ManualClock;
  readonly platform: StartedPlatform;
  readonly anonymous: RestClient;
  readonly sysAdmin: RestClient;
  readonly admin: RestClient;
  readonly tenantId: string;
}

export interface ConnectOptions extends Partial<RawClientOptions> {
  /** Fields of the CONNECT packet over those of the test client. */
  readonly connect?: Partial<IConnectPacket>;
}

export class TestPlatform implements AsyncDisposable {
  readonly clock: ManualClock;
  /** The data folder. */
  readonly folder: string;
  /** Where the files of packages are. */
  readonly packageFolder: string;
  /** Where scratch files are: alone in the data folder, in a cluster in that of each node. */
  readonly scratchFolders: readonly string[];
  /** A client that is not logged in. */
  readonly anonymous: RestClient;
  readonly sysAdmin: RestClient;
  /** The tenant of the bootstrap. */
  readonly tenant: TestTenant;
  /** Undefined once it has stopped: what a file of tests holds stays in memory as long as the process, which runs many. */
  #platform: StartedPlatform | undefined;
  readonly #clients = new Set<RawMqttClient>();
  #probe: Promise<TestDevice> | undefined;
  #lastNumber = 0;

  constructor({ folder, clock, platform, anonymous, sysAdmin, admin, tenantId }: TestPlatformParts) {
    this.folder = folder;
    this.packageFolder = join(folder, isCluster ? "files/packages" : "packages");
    const ofNodes = platform.nodes.map((_, index) => join(folder, `node ${String(index + 1)}`, "scratch"));
    this.scratchFolders = isCluster ? ofNodes : [join(folder, "scratch")];
    this.clock = clock;
    this.#platform = platform;
    this.anonymous = anonymous;
    this.sysAdmin = sysAdmin;
    this.tenant = new TestTenant(admin, tenantId, () => ++this.#lastNumber);
  }

  get #running(): StartedPlatform {
    if (this.#platform === undefined) throw new Error("the platform has stopped");
    return this.#platform;
  }

  /** Every call of the HTTP API. */
  get routes(): readonly RestRoute[] {
    return this.#running.routes;
  }

  get mqttPort(): number {
    return Number(new URL(this.#running.mqtt).port);
  }

  /** Of MQTT over TLS, where the settings name a certificate. */
  get mqttsPort(): number {
    return Number(new URL(this.#running.mqtts ?? "mqtts://none").port);
  }

  /** What these metrics count, without `bridgehead_`, all of them and all nodes together. */
  async counted(...names: readonly string[]): Promise<number> {
    const pages = await Promise.all(this.#running.nodes.map((http) => new RestClient(http).getText("/metrics")));
    const counts = pages.flatMap((page) =>
      names.map((name) => Number(new RegExp(`^bridgehead_${name} (\\d+)$`, "m").exec(page)?.[1])),
    );
    return counts.reduce((sum, count) => sum + count);
  }

  /** A TCP connection to the MQTT port, on which nothing has been sent. */
  async open(protocol: 3 | 4 | 5, options: Partial<RawClientOptions> = {}): Promise<RawMqttClient> {
    const client = await RawMqttClient.open({ port: this.mqttPort, protocol, ...options });
    this.#clients.add(client);
    return client;
  }

  /** An MQTT session with this token as username, without keep alive; CONNACK has come, whatever it says. */
  async connect(token: string, protocol: 3 | 4 | 5, options: ConnectOptions = {}): Promise<RawMqttClient> {
    const { connect, ...client } = options;
    const session = await this.open(protocol, client);
    await session.connect({ username: token, keepalive: 0, ...connect });
    return session;
  }

  /** A new tenant with an administrator, under a profile of its own with this configuration (limits, rates). */
  async createTenant(configuration: Readonly<Record<string, unknown>> = {}): Promise<TestTenant> {
    const nextNumber = (): number => ++this.#lastNumber;
    const profile = await this.sysAdmin.post("/api/tenantProfile", {
      name: `profile-${String(nextNumber())}`,
      profileData: { configuration: { type: "DEFAULT", ...configuration }, queueConfiguration: null },
    });
    const tenant = await this.sysAdmin.post("/api/tenant", {
      title: `tenant-${String(nextNumber())}`,
      tenantProfileId: member(profile, "id"),
    });
    const rest = await createActiveUser(this.sysAdmin, {
      email: `admin-${String(nextNumber())}@example.com`,
      authority: "TENANT_ADMIN",
      tenantId: member(tenant, "id"),
    });
    return new TestTenant(rest, text(tenant, "id", "id"), nextNumber);
  }

  /**
   * Lets time pass until `wanted` settles, a second at a time with a round trip to the store after each, so that what
   * the passing of time set in motion can get done. What that is may take until later on a busy machine.
   */
  async passTimeUntil<Result>(wanted: Promise<Result>, secondsMax = 600): Promise<Result> {
    const state = { settled: false };
    const note = (): void => {
      state.settled = true;
    };
    wanted.then(note, note);
    for (let second = 0; second < secondsMax; second++) {
      await this.#roundTrip();
      if (state.settled) return await wanted;
      this.clock.advance(1_000);
    }
    const patientUntil = performance.now() + PATIENCE_MILLIS;
    while (performance.now() < patientUntil) {
      await this.#roundTrip();
      if (state.settled) return await wanted;
    }
    throw new Error(`it did not happen within ${String(secondsMax)} s`);
  }

  /**
   * Resolves when sessions that are open, limits, and whatever else nodes keep in memory, know what has been changed and counted. Alone,
   * they do at once.
   */
  async holdsEverywhere(): Promise<void> {
    if (!isCluster) return;
    (await import("./nodes.ts")).tellCounts();
    // A node answers when it has learned what the others had told by then, and each gets its turn.
    for (let turn = 0; turn < TURNS; turn++) await this.anonymous.get("/api/health/live");
  }

  /** A few round trips: long enough for a request that is on its way to have arrived. */
  async settle(): Promise<void> {
    for (let round = 0; round < 5; round++) await this.#roundTrip();
  }

  /**
   * Reads after one round trip and another until the result is what is waited for: for what follows an acknowledgement.
   * Gives up after so many reads, and not before a thread that gets no processor for a while has had its time.
   */
  async until<Result>(
    read: () => Promise<Result>,
    isWanted: (result: Result) => boolean,
    readsMax = 500,
  ): Promise<Result> {
    const patientUntil = performance.now() + PATIENCE_MILLIS;
    let result = await read();
    for (let reads = 1; !isWanted(result); reads++) {
      await this.#roundTrip();
      if (reads >= readsMax && performance.now() >= patientUntil)
        throw new Error(`it did not happen within ${String(reads)} reads; the last was ${writeJson(result)}`);
      result = await read();
    }
    return result;
  }

  /** A write through REST to the disk and back, which takes as long as this machine lets writes take. */
  async #roundTrip(): Promise<void> {
    this.#probe ??= this.tenant.createDevice({ name: "probe of the test" });
    const { id } = await this.#probe;
    await this.tenant.saveAttributes(id, "SERVER_SCOPE", { probed: true });
  }

  /** Cuts the MQTT connections that tests have left open. */
  destroyClients(): void {
    for (const client of this.#clients) client.destroy();
    this.#clients.clear();
  }

  async stop(): Promise<void> {
    this.destroyClients();
    await this.#platform?.stop();
    this.#platform = undefined;
    await rm(this.folder, { recursive: true, force: true });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }
}
