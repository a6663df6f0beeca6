import { beforeEach, describe, expect, test } from "vitest";
import { NO_PROFILE_REFERENCES } from "../../../test/contracts/device-samples.ts";
import { guesses } from "../../../test/support/guesses.ts";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { TENANT } from "../../../test/support/recording-session.ts";
import { millis } from "../../lib/clock.ts";
import { silentLogger } from "../../lib/logger.ts";
import type { AuditEvent } from "../audit-trail.ts";
import { DomainError, invalid } from "../errors.ts";
import type { DeviceId, DeviceProfileId, TenantId } from "../ids.ts";
import type { Value } from "../values.ts";
import type { Device, DeviceCredentials, DeviceName, DeviceProfile, ProvisionType } from "./device.ts";
import type { CreateOptions, SentDeviceFields } from "./device-service.ts";
import { parseProvisionRequest } from "./provision-request.ts";
import { ProvisioningService } from "./provisioning.ts";
import { NO_DEVICE_REFERENCES } from "./references.ts";

const PROFILE = "profile" as DeviceProfileId;
const EXISTING: DeviceCredentials = {
  id: "credentials" as DeviceCredentials["id"],
  createdAt: millis(0),
  deviceId: "device" as DeviceId,
  kind: "ACCESS_TOKEN",
  credentialsId: "existing",
  credentialsValue: null,
  version: 1,
};
const KEY = { provisionDeviceKey: "k", provisionDeviceSecret: "s" };

class Plant {
  provisionType: ProvisionType = "ALLOW_CREATE_NEW_DEVICES";
  secret = "s";
  readonly devices = new Map<string, Device>();
  readonly created: (SentDeviceFields & CreateOptions)[] = [];
  readonly attributes = new Map<string, Value>();
  readonly audited: AuditEvent[] = [];
  failure: Error | undefined;
  readonly service = new ProvisioningService({
    devices: this,
    profiles: this,
    credentials: this,
    attributes: {
      saveIfOther: async (device, _scope, values) => {
        const others = values.filter(([key, value]) => this.attributes.get(`${device.id} ${key}`) !== value);
        for (const [key, value] of others) this.attributes.set(`${device.id} ${key}`, value);
        return others.length > 0;
      },
    },
    guesses: guesses(),
    clock: new ManualClock(),
    log: silentLogger,
    audit: {
      record: async (event) => {
        this.audited.push(event);
      },
    },
  });

  async findByProvisionKey(key: string) {
    if (key !== "k") return undefined;
    const profile: DeviceProfile = {
      id: PROFILE,
      createdAt: millis(0),
      tenantId: TENANT,
      name: "boilers" as DeviceProfile["name"],
      description: null,
      isDefault: false,
      transportType: "DEFAULT",
      provisionType: this.provisionType,
      provisionKey: "k",
      ...NO_PROFILE_REFERENCES,
      profileData: { provisionConfiguration: { provisionDeviceSecret: this.secret } },
      version: 1,
    };
    return profile;
  }

  async findByName(_tenantId: string, name: string) {
    return this.devices.get(name);
  }

  async create(_tenantId: TenantId, fields: SentDeviceFields, options: CreateOptions = {}) {
    if (this.failure !== undefined) throw this.failure;
    this.created.push({ ...fields, ...options });
    return {
      device: this.add(fields.name),
      credentials: { ...EXISTING, credentialsId: options.credentials?.credentialsId ?? "" },
      createdProfileId: null,
    };
  }

  async findByDevice() {
    return EXISTING;
  }

  add(name: string, profileId = PROFILE): Device {
    const device: Device = {
      id: `device-${name}` as DeviceId,
      createdAt: millis(0),
      tenantId: TENANT,
      customerId: null,
      name: name as DeviceName,
      label: null,
      profileId,
      type: "boilers" as Device["type"],
      deviceData: {},
      additionalInfo: null,
      ...NO_DEVICE_REFERENCES,
      version: 1,
    };
    this.devices.set(name, device);
    return device;
  }

  async provision(request: object) {
    const outcome = await this.service.provision(parseProvisionRequest({ ...KEY, ...request }), "192.0.2.1");
    return outcome.status === "SUCCESS" ? outcome.credentials.credentialsId : outcome.status;
  }
}

let plant: Plant;
beforeEach(() => {
  plant = new Plant();
});

describe("a profile that lets new devices be created", () => {
  test("creates the device with the credentials asked for", async () => {
    expect(await plant.provision({ deviceName: "G1", gateway: true, token: "t" })).toBe("t");
    expect(plant.created).toMatchObject([
      { name: "G1", additionalInfo: { gateway: true }, credentials: { kind: "ACCESS_TOKEN", credentialsId: "t" } },
    ]);
    expect([...plant.attributes]).toEqual([["device-G1 provisionState", "provisioned"]]);
  });

  test("draws a name where none is given", async () => {
    await plant.provision({});
    expect(plant.created).toMatchObject([{ name: expect.stringMatching(/^[A-Za-z0-9]{20}$/), additionalInfo: null }]);
  });

  test("refuses a name that is taken", async () => {
    plant.add("G1");
    expect(await plant.provision({ deviceName: "G1" })).toBe("FAILURE");
    expect(plant.created).toEqual([]);
  });

  test.each([invalid("the token is taken"), new DomainError("limit-exceeded", "too many devices")])(
    "tells a failure to create: %s",
    async (failure) => {
      plant.failure = failure;
      expect(await plant.service.provision(parseProvisionRequest(KEY), "192.0.2.1")).toEqual({
        status: "FAILURE",
        message: failure.message,
      });
    },
  );

  test.each([new DomainError("unavailable", "no store"), new TypeError("a bug")])(
    "does not hide %s",
    async (failure) => {
      plant.failure = failure;
      await expect(plant.provision({})).rejects.toBe(failure);
    },
  );
});

describe("a profile of devices that are there already", () => {
  beforeEach(() => {
    plant.provisionType = "CHECK_PRE_PROVISIONED_DEVICES";
  });

  test("hands out the credentials of the device, once", async () => {
    plant.add("G1");
    expect(await plant.provision({ deviceName: "G1" })).toBe("existing");
    expect(await plant.provision({ deviceName: "G1" })).toBe("FAILURE");
  });

  test("hands them to one of two that ask at the same time", async () => {
    plant.add("G1");
    const outcomes = await Promise.all([plant.provision({ deviceName: "G1" }), plant.provision({ deviceName: "G1" })]);
    expect(outcomes).toEqual(["existing", "FAILURE"]);
  });

  test("knows neither other names, nor devices of other profiles, nor nameless ones", async () => {
    plant.add("other", "another-profile" as DeviceProfileId);
    expect([
      await plant.provision({ deviceName: "nobody" }),
      await plant.provision({ deviceName: "other" }),
      await plant.provision({}),
    ]).toEqual(["FAILURE", "FAILURE", "FAILURE"]);
  });
});

describe("no device is provisioned", () => {
  test("with an unknown key or a wrong secret", async () => {
    expect(await plant.provision({ provisionDeviceKey: "unknown" })).toBe("NOT_FOUND");
    expect(await plant.provision({ provisionDeviceSecret: "wrong" })).toBe("NOT_FOUND");
  });

  test("by a profile without a secret, or with provisioning off", async () => {
    plant.provisionType = "DISABLED";
    expect(await plant.provision({})).toBe("NOT_FOUND");
    plant.provisionType = "ALLOW_CREATE_NEW_DEVICES";
    plant.secret = "";
    expect(await plant.provision({})).toBe("NOT_FOUND");
  });

  test("over a request where the profile goes by certificates", async () => {
    plant.provisionType = "X509_CERTIFICATE_CHAIN";
    expect(await plant.provision({})).toBe("FAILURE");
  });
});

describe("a request", () => {
  test.each([
    [{}, { kind: "ACCESS_TOKEN", token: null }],
    [
      { credentialsType: "ACCESS_TOKEN", token: "t" },
      { kind: "ACCESS_TOKEN", token: "t" },
    ],
    [
      { credentialsType: "MQTT_BASIC", clientId: "c", username: "u", password: "p" },
      { kind: "MQTT_BASIC", clientId: "c", userName: "u", password: "p" },
    ],
    [
      { credentialsType: "MQTT_BASIC", username: "u" },
      { kind: "MQTT_BASIC", clientId: null, userName: "u", password: null },
    ],
    [
      { credentialsType: "X509_CERTIFICATE", hash: "MIIB" },
      { kind: "X509_CERTIFICATE", certificate: "MIIB" },
    ],
  ])("with %j asks for %j", (members, credentials) => {
    expect(parseProvisionRequest({ ...KEY, ...members })).toMatchObject({
      deviceName: null,
      gateway: false,
      credentials,
    });
  });

  test.each([
    null,
    [],
    "x",
    {},
    { provisionDeviceKey: "k" },
    { provisionDeviceSecret: "s" },
    { ...KEY, provisionDeviceKey: 5 },
    { ...KEY, deviceName: 5 },
    { ...KEY, deviceName: "x".repeat(256) },
    { ...KEY, gateway: "yes" },
    { ...KEY, credentialsType: "LWM2M" },
    { ...KEY, credentialsType: "MQTT_BASIC" },
    { ...KEY, credentialsType: "X509_CERTIFICATE" },
    { ...KEY, token: 5 },
  ])("%j is invalid", (request) => {
    expect(() => parseProvisionRequest(request)).toThrow(DomainError);
  });
});

describe("the audit log", () => {
  test("has the outcome of each request with a good key and secret, without credentials", async () => {
    await plant.provision({ deviceName: "G1", token: "t0ken" });
    await plant.provision({ deviceName: "G1" });
    expect(plant.audited).toEqual([
      {
        tenantId: TENANT,
        user: null,
        entity: { type: "DEVICE", id: "device-G1", name: "G1", customerId: null },
        action: "PROVISION_SUCCESS",
        data: { deviceProfileName: "boilers" },
        failure: null,
      },
      {
        tenantId: TENANT,
        user: null,
        entity: { type: "DEVICE", id: null, name: "G1" },
        action: "PROVISION_FAILURE",
        data: { deviceProfileName: "boilers" },
        failure: 'there is a device named "G1" already',
      },
    ]);
  });

  test("has nothing of strangers: neither a wrong secret nor a profile that provisions no device", async () => {
    plant.secret = "other";
    expect(await plant.provision({ deviceName: "G1" })).toBe("NOT_FOUND");
    plant.secret = "s";
    plant.provisionType = "DISABLED";
    expect(await plant.provision({ deviceName: "G1" })).toBe("NOT_FOUND");
    expect(plant.audited).toEqual([]);
  });
});
