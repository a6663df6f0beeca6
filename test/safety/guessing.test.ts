// Guessing, wherever there is something to guess: a few tries are free, then they get slower, and whoever
// is right goes on meanwhile. The bounds are those of a new installation.
import { expect, test } from "vitest";
import { AnalyticsClient, newViewOf } from "../support/analytics-client.ts";
import { DeviceHttp } from "../support/device-http.ts";
import { arrivedTogether, USUAL_GUESSES } from "../support/guesses.ts";
import { startTestPlatform, TENANT_ADMIN, type TestPlatform } from "../support/platform.ts";
import { text, type RestClient } from "../support/rest-client.ts";
import { createActiveUser, PASSWORD } from "../support/tenant.ts";

const TRIES = 150;
/** What an address may get answered at once and within the five seconds that an attempt may wait. */
const LOOKED_AT_MAX = 100;
/** The same for one account. */
const OF_ACCOUNT_MAX = 20;

type Outcome = "wrong" | "right" | "not now";

async function loginAs(client: RestClient, username: string, password: string): Promise<Outcome> {
  const { status } = await client.request("POST", "/api/auth/login", { username, password });
  return outcomeOf(status);
}

function outcomeOf(status: number): Outcome {
  if (status === 429) return "not now";
  return status < 300 ? "right" : "wrong";
}

async function connectAs(platform: TestPlatform, username: string, password?: string): Promise<Outcome> {
  const connect = { clientId: "", ...(password === undefined ? {} : { password: Buffer.from(password) }) };
  const client = await platform.connect(username, 5, { connect, timeoutMillis: 60_000 });
  const { connackCode } = client;
  client.destroy();
  if (connackCode === 0x9f) return "not now";
  return connackCode === 0 ? "right" : "wrong";
}

async function tokenOverHttp(platform: TestPlatform, token: string): Promise<Outcome> {
  return outcomeOf((await new DeviceHttp(platform.anonymous, token).post("/telemetry", { a: 1 })).status);
}

async function provisionWith(platform: TestPlatform, provisionDeviceKey: string, secret: string): Promise<Outcome> {
  const body = { provisionDeviceKey, provisionDeviceSecret: secret };
  const answer = await platform.anonymous.request("POST", "/api/v1/provision", body);
  if (answer.status === 429) return "not now";
  return text(answer.body, "status") === "SUCCESS" ? "right" : "wrong";
}

async function apiKeyAs(platform: TestPlatform, key: string): Promise<Outcome> {
  const { status } = await platform.anonymous.withAuthorization(`ApiKey ${key}`).request("GET", "/api/auth/user");
  return outcomeOf(status);
}

/** How many of many attempts are looked at, in as much time as the last of them has to wait. */
async function lookedAt(platform: TestPlatform, attempt: (tried: string) => Promise<Outcome>): Promise<number> {
  const attempts = await arrivedTogether(
    platform,
    Array.from({ length: TRIES }, (_, index) => () => attempt(`wrong-${String(index)}`)),
  );
  const outcomes = await platform.passTimeUntil(Promise.all(attempts));
  expect(outcomes).not.toContain("right");
  return outcomes.filter((outcome) => outcome === "wrong").length;
}

const started = (): Promise<TestPlatform> => startTestPlatform({ settings: USUAL_GUESSES });

const EDGES: readonly (readonly [string, (platform: TestPlatform, tried: string) => Promise<Outcome>])[] = [
  ["logins", (platform, tried) => loginAs(platform.anonymous, `${tried}@example.com`, "wrong")],
  ["tokens over MQTT", connectAs],
  ["tokens over HTTP", tokenOverHttp],
  ["API keys", apiKeyAs],
  ["provisioning", (platform, tried) => provisionWith(platform, tried, "secret")],
];

test.each(EDGES)(
  "what is guessed at one address is looked at ten times a second at most: %s",
  async (_name, attempt) => {
    await using platform = await started();
    expect(await lookedAt(platform, (tried) => attempt(platform, tried))).toBeLessThan(LOOKED_AT_MAX);
  },
);

test("passwords of one user and of one MQTT device, the secret of one profile and claims of one user are guessed more slowly", async () => {
  await using platform = await started();
  const device = await platform.tenant.createDevice();
  const credentialsValue = JSON.stringify({ clientId: null, userName: "boiler", password: "s3cret" });
  await platform.tenant.setCredentials(device.id, {
    credentialsType: "MQTT_BASIC",
    credentialsId: null,
    credentialsValue,
  });
  const { email } = TENANT_ADMIN;
  expect(await lookedAt(platform, (tried) => loginAs(platform.anonymous, email, tried))).toBeLessThan(OF_ACCOUNT_MAX);
  platform.clock.advance(1_200_000);
  expect(await lookedAt(platform, (tried) => connectAs(platform, "boiler", tried))).toBeLessThan(OF_ACCOUNT_MAX);
  platform.clock.advance(1_200_000);
  expect(await lookedAt(platform, (tried) => provisionWith(platform, "key", tried))).toBeLessThan(OF_ACCOUNT_MAX);
  platform.clock.advance(1_200_000);
  const { rest } = await platform.tenant.createCustomer();
  const claimWith = async (secretKey: string): Promise<Outcome> =>
    outcomeOf((await rest.request("POST", `/api/customer/device/${device.name}/claim`, { secretKey })).status);
  expect(await lookedAt(platform, claimWith)).toBeLessThan(OF_ACCOUNT_MAX);
});

test("the password of a share link is guessed more slowly, and opens it after many wrong ones", async () => {
  await using platform = await started();
  const admin = new AnalyticsClient(platform.tenant.rest);
  const { id } = await admin.create(newViewOf(platform.tenant));
  const created = await admin.call("POST", `/views/${id}/links`, { password: PASSWORD });
  const bearer = new AnalyticsClient(platform.anonymous, { "x-share-link": text(created.body, "token") });
  const openWith = async (password: string): Promise<Outcome> =>
    outcomeOf((await bearer.call("GET", `/views/${id}`, undefined, { "x-share-password": password })).status);

  expect(await lookedAt(platform, openWith)).toBeLessThan(OF_ACCOUNT_MAX);
  expect(await platform.passTimeUntil(openWith(PASSWORD))).toBe("right");
});

test("behind an address that guesses, those that were right there go on at once, and new ones soon", async () => {
  await using platform = await started();
  const [known, added] = [await platform.tenant.createDevice(), await platform.tenant.createDevice()];
  const user = "new.here@example.com";
  await createActiveUser(platform.tenant.rest, { email: user, authority: "TENANT_ADMIN" });
  expect(await connectAs(platform, known.token)).toBe("right");
  expect(await tokenOverHttp(platform, known.token)).toBe("right");
  const { email, password } = TENANT_ADMIN;
  for (let count = 0; count < 100; count++) {
    const guesses = [
      loginAs(platform.anonymous, `name-${String(count)}@example.com`, "wrong"),
      connectAs(platform, `wrong-${String(count)}`),
      tokenOverHttp(platform, `wrong-${String(count)}`),
    ];
    await platform.passTimeUntil(Promise.all(guesses));
  }
  const guessing = await arrivedTogether(
    platform,
    Array.from({ length: 30 }, (_, index) => () => connectAs(platform, `another-${String(index)}`)),
  );
  const now = platform.clock.now();
  expect(await connectAs(platform, known.token)).toBe("right");
  expect(await tokenOverHttp(platform, known.token)).toBe("right");
  expect(await loginAs(platform.anonymous, email, password)).toBe("right");
  expect(platform.clock.now()).toBe(now);
  const others = await arrivedTogether(platform, [
    () => connectAs(platform, added.token),
    () => tokenOverHttp(platform, added.token),
    () => loginAs(platform.anonymous, user, PASSWORD),
  ]);
  expect(await platform.passTimeUntil(Promise.all(others), 6)).toEqual(["right", "right", "right"]);
  await platform.passTimeUntil(Promise.all(guessing));
});
