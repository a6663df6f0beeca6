import { describe, expect, expectTypeOf, test } from "vitest";
import { bounds } from "./bounds.ts";
import type { Config } from "./config.ts";
import { configOf, parseConfig, requireScheduledBackups, settings } from "./config.ts";
import { ConfigError } from "./config-source.ts";
import { adviceOnFormerSetting, formerVariables } from "./former-settings.ts";

describe("values", () => {
  test("without a file and an environment every setting has its default", () => {
    const config = configOf({});

    expect(config.mqtt.port).toBe(1883);
    expect(config.mqtt.tls).toEqual({ port: 8883, certFile: undefined, keyFile: undefined });
    expect(config.security.jwt.tokenExpirationSeconds).toBe(9000);
    expect(config.security.jwt.refreshTokenExpirationSeconds).toBe(604_800);
    expect(config.device.claim.duration).toBe(86_400_000);
    expect(config.http.payloadBytesMax).toBe(16_777_216);
    expect(config.analytics.limiter).toMatchObject({ queueCapacity: 10, threadPoolSize: 10 });
    expect(config.telemetry.batch).toEqual({
      batchPointsMax: 250_000,
      batchTextMax: 67_108_864,
      tenantPointsMax: 5_000,
    });
  });

  test("the type of the configuration follows the names of the table", () => {
    expectTypeOf<Config["mqtt"]["ipGuard"]["enabled"]>().toEqualTypeOf<boolean>();
    expectTypeOf<Config["log"]["level"]>().toEqualTypeOf<"error" | "warn" | "info" | "debug">();
    expectTypeOf<Config["security"]["jwt"]["tokenSigningKey"]>().toEqualTypeOf<Uint8Array | undefined>();
  });

  test("the environment wins over the file", () => {
    const config = parseConfig(new Map([["http.port", 9000]]), { HTTP_PORT: "9001" });

    expect(config.http.port).toBe(9001);
  });

  test("an empty variable counts as unset, and unknown variables are ignored", () => {
    const config = parseConfig(new Map(), { HTTP_PORT: "", MQTT_TLS_CERT_FILE: "", SOME_OTHER_PROGRAM: "x" });

    expect(config.http.port).toBe(8080);
  });

  test("a configuration cannot be changed", () => {
    const config = configOf({});

    expect(Object.isFrozen(config.mqtt.tls)).toBe(true);
  });
});

describe("refusals", () => {
  test("an unknown setting is named, with the nearest known one", () => {
    expect(problemsOf({ "mqtt.prot": 1 })).toEqual(['unknown setting "mqtt.prot"; did you mean "mqtt.port"?']);
    expect(problemsOf({ "device.claim.Duration": 1 })).toEqual([
      'unknown setting "device.claim.Duration"; did you mean "device.claim.duration"?',
    ]);
  });

  test("a setting of an earlier version is answered with what to do", () => {
    expect(problemsOfMap(new Map([["mqtt.maxPayloadSize", 65_536]]))).toEqual([
      '"mqtt.maxPayloadSize" is called "mqtt.packetBytesMax" now',
    ]);
    expect(problemsOfMap(new Map([["mqtt.drainTimeoutSeconds", 5]]))).toEqual([
      '"mqtt.drainTimeoutSeconds" is not a setting any more: its value is fixed; remove it',
    ]);
  });

  test("variables of settings that are fixed now are found where they are set", () => {
    expect(formerVariables({ MQTT_DRAIN_TIMEOUT_SECONDS: "5", RPC_PENDING_MAX: "", MQTT_PORT: "1883" })).toEqual([
      "MQTT_DRAIN_TIMEOUT_SECONDS",
    ]);
  });

  test.each(["__proto__", "constructor", "quite.something.else.than.all.others"])(
    "an unknown setting that resembles none is named alone: %s",
    (name) => {
      expect(problemsOfMap(new Map([[name, 1]]))).toEqual([`unknown setting "${name}"`]);
    },
  );

  test("of a very long name the beginning is shown", () => {
    expect(problemsOfMap(new Map([["x".repeat(100_000), 1]]))).toEqual([`unknown setting "${"x".repeat(128)}"`]);
  });

  test("a value out of bounds names the setting, the limit and the value found", () => {
    expect(problemsOf({ "http.port": 70_000 })).toEqual(["http.port must be integer from 0 to 65535, got 70000"]);
    expect(problemsFor({ SIMPLE_API_RATE_LIMITER_QUEUE_CAPACITY: "ten" })).toEqual([
      'SIMPLE_API_RATE_LIMITER_QUEUE_CAPACITY (analytics.limiter.queueCapacity) must be integer from 0 to 100000, got "ten"',
    ]);
  });

  test("all problems are reported together", () => {
    expect(problemsOf({ "http.port": -1, "mqtt.port": 1.5, nonsense: null })).toHaveLength(3);
  });

  test("a certificate without its key is refused, and the reverse", () => {
    expect(problemsFor({ MQTT_TLS_CERT_FILE: "a.pem" })).toEqual([
      "MQTT_TLS_CERT_FILE (mqtt.tls.certFile) is given without MQTT_TLS_KEY_FILE (mqtt.tls.keyFile); TLS needs both",
    ]);
    expect(problemsFor({ HTTP_TLS_KEY_FILE: "a.pem" })).toEqual([
      "HTTP_TLS_KEY_FILE (http.tls.keyFile) is given without HTTP_TLS_CERT_FILE (http.tls.certFile); TLS needs both",
    ]);
    expect(problemsFor({ MQTT_TLS_CERT_FILE: "a.pem", MQTT_TLS_KEY_FILE: "b.pem" })).toEqual([]);
  });

  test("tiles of maps are at a web server, with level, column and row in the path", () => {
    const accepted = [
      "https://tile.example.com/{z}/{x}/{y}.png",
      "http://127.0.0.1:8082/{z}/{x}/{y}{r}.png?key=a%20b",
      "https://tile.example.com/{z}/{x}/{y}.png [© Mapmakers](https://maps.example.com/copyright)",
      "https://[::1]/map?level={z}&column={x}&row={y}",
    ];
    for (const MAPS_TILES of accepted) expect(problemsFor({ MAPS_TILES })).toEqual([]);
    const refused = [
      ...["tile.example.com/{z}/{x}/{y}", "ftp://tile.example.com/{z}/{x}/{y}", "https://tile.example.com/{z}/{x}"],
      ...[
        "https://{s}.example.com/{z}/{x}/{y}",
        "https://a.example.com/{z}/{x}/{y}/{token}",
        "https://a;b/{z}/{x}/{y}",
      ],
      ...["https://user:word@a.example.com/{z}/{x}/{y}", "https://a.example.com:99999/{z}/{x}/{y}"],
    ];
    for (const MAPS_TILES of refused)
      expect(problemsFor({ MAPS_TILES })).toEqual([
        expect.stringContaining(`MAPS_TILES (maps.tiles) must be http or https URL with {z}, {x} and {y}`),
      ]);
  });

  test("an access token must expire before its refresh token", () => {
    expect(problemsFor({ JWT_TOKEN_EXPIRATION_TIME: "900", JWT_REFRESH_TOKEN_EXPIRATION_TIME: "900" })).toEqual([
      expect.stringContaining("got 900 and 900 seconds"),
    ]);
    expect(problemsFor({ JWT_TOKEN_EXPIRATION_TIME: "59" })).toHaveLength(1);
    expect(problemsFor({ JWT_REFRESH_TOKEN_EXPIRATION_TIME: "899" })).toHaveLength(1);
  });

  test("mail needs a sender and a public address, and both halves of a login", () => {
    const mail = { MAIL_SMTP_HOST: "mail.example.com", MAIL_FROM: "Plant 7 <platform@example.com>" };
    const base = { BASE_URL: "https://iot.example.com" };
    expect(problemsFor({ ...mail, ...base })).toEqual([]);
    expect(problemsFor({ ...mail, ...base, MAIL_FROM: "platform@example.com" })).toEqual([]);
    expect(problemsFor(mail)).toEqual([expect.stringContaining("needs BASE_URL (baseUrl)")]);
    expect(problemsFor({ ...base, MAIL_SMTP_HOST: "mail.example.com" })).toEqual([
      "MAIL_SMTP_HOST (mail.smtp.host) needs MAIL_FROM (mail.from), the sender of mails",
    ]);
    for (const from of ["Plant 7", "a@example.com, b@example.com", "Plant <a@example.com> <b@example.com>", "<>"])
      expect(problemsFor({ MAIL_FROM: from })).toEqual([expect.stringContaining(`got "${from}"`)]);
    expect(problemsFor({ MAIL_SMTP_USER: "platform" })).toEqual([expect.stringContaining("together or not at all")]);
    expect(problemsFor({ MAIL_SMTP_PASSWORD: "s3cret-word" }).join()).not.toContain("s3cret-word");
  });

  test("a secret is never repeated", () => {
    expect(problemsFor({ BOOTSTRAP_SYS_ADMIN_PASSWORD: "abc" })).toEqual([
      "BOOTSTRAP_SYS_ADMIN_PASSWORD (bootstrap.sysAdmin.password) must be text of 8 to 72 characters, got 3 characters",
    ]);
    expect(problemsFor({ JWT_TOKEN_SIGNING_KEY: "c2VjcmV0" })).toEqual([
      "JWT_TOKEN_SIGNING_KEY (security.jwt.tokenSigningKey) must be base64 of at least 64 bytes, got 6 bytes",
    ]);
    expect(problemsOf({ "bootstrap.tenantAdmin.password": 12_345_678 })).toEqual([
      "bootstrap.tenantAdmin.password must be text of 8 to 72 characters, got a value that is not shown here",
    ]);
  });
});

describe("the table", () => {
  const names = Object.keys(settings);

  test("no variable stands for two settings", () => {
    const variables = Object.values(settings).map((setting) => setting.environment);

    expect(new Set(variables).size).toBe(variables.length);
  });

  test("an operator finds at most a hundred settings, and that of a cluster at most ten more", () => {
    const isOfCluster = (name: string): boolean => name.startsWith("cluster.");
    expect(names.filter((name) => !isOfCluster(name)).length).toBeLessThanOrEqual(100);
    expect(names.filter(isOfCluster).length).toBeLessThanOrEqual(10);
  });

  test("no bound has the name of a setting, and no setting the name of a former one", () => {
    expect(names.filter((name) => name in bounds)).toEqual([]);
    expect(names.filter((name) => adviceOnFormerSetting(name) !== undefined)).toEqual([]);
  });

  test("no setting's name is a part of another's path", () => {
    const clashes = names.filter((name) =>
      [...names, ...Object.keys(bounds)].some((other) => other.startsWith(`${name}.`)),
    );

    expect(clashes).toEqual([]);
  });

  test("every default is a value that the setting itself accepts", () => {
    for (const setting of Object.values(settings))
      if (setting.fallback !== undefined) expect(setting.read(setting.fallback)).toEqual(setting.fallback);
  });
});

test("scheduled backups need a passphrase, and a bucket what it may be used with and a name that is one", () => {
  const backup = { BACKUP_TO: "s3://backups/plant", BACKUP_PASSPHRASE: "a long passphrase" };
  const keys = { AWS_ACCESS_KEY_ID: "a", AWS_SECRET_ACCESS_KEY: "b" };
  expect(problemsFor(backup)).toEqual([
    "BACKUP_TO (backup.to): s3://backups/plant needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment",
  ]);
  expect(problemsFor({ BACKUP_TO: "/mnt/backups" })).toEqual([
    "BACKUP_TO (backup.to) needs BACKUP_PASSPHRASE (backup.passphrase), with which secret.key is encrypted there",
  ]);
  expect(problemsFor({ ...backup, BACKUP_TO: "gs://backups", ...keys }).join()).toContain(
    "named like s3://bucket/prefix",
  );
  expect(parseConfig(new Map(), { ...backup, ...keys }).backup.variables).toEqual(keys);
});

function problemsOf(given: Readonly<Record<string, unknown>>): readonly string[] {
  return problemsOfMap(new Map(Object.entries(given)));
}

function problemsFor(environment: Readonly<Record<string, string>>): readonly string[] {
  return problemsOfMap(new Map(), environment);
}

function problemsOfMap(
  given: ReadonlyMap<string, unknown>,
  environment: Readonly<Record<string, string>> = {},
): readonly string[] {
  try {
    requireScheduledBackups(parseConfig(given, environment));
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}
