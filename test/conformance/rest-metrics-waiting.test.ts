// Gauges of what waits move while it really waits, and counters of what fails with a real fault.
import { afterAll, beforeAll, expect, test } from "vitest";
import { bounds } from "../../src/app/bounds.ts";
import { startTestPlatform, SYS_ADMIN, type TestPlatform } from "../support/platform.ts";
import { RudeSmtp } from "../support/smtp.ts";
import { holdDatabase } from "../support/storage-faults.ts";

let smtp: RudeSmtp;
let platform: TestPlatform;
beforeAll(async () => {
  smtp = await RudeSmtp.silent();
  platform = await startTestPlatform({
    settings: {
      baseUrl: "https://iot.example.com",
      "mail.smtp.host": "127.0.0.1",
      "mail.smtp.port": smtp.port,
      "mail.smtp.security": "none",
      "mail.from": "platform@example.com",
      "mail.parallelMax": 1,
      // As of a new installation, so that others come meanwhile.
      "security.hashing.memoryKib": bounds["security.hashing.memoryKib"],
    },
  });
});
afterAll(async () => {
  await smtp[Symbol.asyncDispose]();
  await platform[Symbol.asyncDispose]();
});

/** Writes of a cluster wait a minute each, one after the other. */
const WAIT_MILLIS_MAX = 600_000;
const FAILED = ["attributes_batches_failed_total", "entities_batches_failed_total"] as const;

async function sample(name: string): Promise<number> {
  const page = await platform.anonymous.getText("/metrics");
  const found = page.split("\n").find((line) => line.startsWith(`bridgehead_${name} `));
  return Number(found?.split(" ")[1] ?? 0);
}

/** Asks for nothing else meanwhile, which might wait too. */
const expectAbove = (name: string, least: number): Promise<void> =>
  expect.poll(() => sample(name), { interval: 5 }).toBeGreaterThan(least);

test(
  "changes wait for a database that another program holds; in the end their batches fail, and their calls with 5xx",
  async () => {
    const device = await platform.tenant.createDevice();
    const failedCalls = 'http_request_seconds_count{class="api",status="5xx"}';
    const names = [...FAILED, failedCalls];
    const samples = () => Promise.all(names.map(sample));
    const before = await samples();
    expect(await sample("entities_writes_waiting")).toBe(0);
    {
      await using _held = await holdDatabase(platform.folder);
      const calls = Promise.all([
        platform.tenant.rest.request("POST", "/api/device", { name: "waits", type: "default" }),
        platform.anonymous.request("POST", `/api/v1/${device.token}/attributes`, { a: 1 }),
      ]);
      await expectAbove("entities_writes_waiting", 0);

      expect((await calls).map(({ status }) => status)).toEqual([500, 500]);
    }
    const after = await samples();
    expect(names.filter((_, index) => (after[index] ?? 0) <= (before[index] ?? 0))).toEqual([]);
    expect(await sample("entities_writes_waiting")).toBe(0);
  },
  WAIT_MILLIS_MAX,
);

test("passwords wait for their turn to be checked", async () => {
  const login = () =>
    platform.anonymous.request("POST", "/api/auth/login", { username: SYS_ADMIN.email, password: SYS_ADMIN.password });
  const logins = Promise.all(Array.from({ length: 40 }, login));

  await expectAbove("password_hashes_waiting", 0);
  expect(new Set((await logins).map(({ status }) => status))).toEqual(new Set([200]));
  expect(await sample("password_hashes_waiting")).toBe(0);
});

test("mails wait for a mail server that hangs", async () => {
  const invite = (name: string) =>
    platform.sysAdmin.request("POST", "/api/user", { email: `${name}@example.com`, authority: "SYS_ADMIN" });
  expect(await sample("mails_waiting")).toBe(0);
  const invitations = Promise.all([invite("one"), invite("two")]);

  await expectAbove("mails_waiting", 0);
  await smtp[Symbol.asyncDispose]();
  await invitations;
  expect(await sample("mails_waiting")).toBe(0);
});
