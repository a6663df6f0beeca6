import { beforeEach, describe, expect, test } from "vitest";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { knownDevice, TENANT } from "../../../test/support/recording-session.ts";
import { millis, type EpochMillis } from "../../lib/clock.ts";
import { silentLogger } from "../../lib/logger.ts";
import { SecretBox } from "../../lib/secret-box.ts";
import type { Device } from "../devices/device.ts";
import { NO_DEVICE_REFERENCES } from "../devices/references.ts";
import { DomainError } from "../errors.ts";
import type { CustomerId, DeviceId } from "../ids.ts";
import { JsonText, type Value } from "../values.ts";
import { parseClaimRequest, type PendingClaim } from "./claim.ts";
import { ClaimSecrets, ClaimService, type ClaimOptions } from "./claim-service.ts";
import type { ClaimStore, ClaimTries, ClaimTry } from "./claim-store.ts";

const CUSTOMER = "customer" as CustomerId;
const OTHER = "other-customer" as CustomerId;
const DAY = 86_400_000;
const OPTIONS: ClaimOptions = {
  durationMillis: DAY,
  allowByDefault: true,
  triesMax: 5,
  triesWindowMillis: 15 * 60_000,
  sweepMillis: 3_600_000,
  sweepBatch: 2,
};

class MemoryClaims implements ClaimStore {
  readonly claims = new Map<DeviceId, PendingClaim>();
  readonly tries = new Map<DeviceId, ClaimTries>();
  calls = 0;

  async openClaims(claims: readonly PendingClaim[]): Promise<void> {
    this.calls++;
    for (const claim of claims) this.claims.set(claim.deviceId, claim);
  }

  async takeClaim(deviceId: DeviceId): Promise<PendingClaim | undefined> {
    const claim = this.claims.get(deviceId);
    this.claims.delete(deviceId);
    return claim;
  }

  async tryClaim(deviceId: DeviceId, secretDigest: Uint8Array, now: EpochMillis): Promise<ClaimTry> {
    const claim = this.claims.get(deviceId);
    if (claim === undefined) return "none";
    if (now <= claim.expiresAt && Buffer.from(secretDigest).equals(claim.secretDigest)) return "matches";
    this.claims.delete(deviceId);
    return "failed";
  }

  async countTry(deviceId: DeviceId, now: EpochMillis, windowMillis: number): Promise<ClaimTries> {
    const found = this.tries.get(deviceId);
    const fresh = found === undefined || now - found.windowStartedAt >= windowMillis;
    const next = fresh ? { tries: 1, windowStartedAt: now } : { ...found, tries: found.tries + 1 };
    this.tries.set(deviceId, next);
    return next;
  }

  async forgetTries(deviceId: DeviceId): Promise<void> {
    this.tries.delete(deviceId);
  }

  async removeExpiredClaims(before: EpochMillis, count: number): Promise<number> {
    const expired = [...this.claims.values()].filter(({ expiresAt }) => expiresAt < before).slice(0, count);
    for (const { deviceId } of expired) this.claims.delete(deviceId);
    return expired.length;
  }
}

/** One device, "Device A", with its owner and its server attributes. */
class Plant {
  readonly clock = new ManualClock();
  readonly store = new MemoryClaims();
  readonly attributes = new Map<string, Value>();
  readonly device = knownDevice("Device A");
  owner: CustomerId | null = null;
  /** The next assignment fails with it. */
  fault: Error | undefined;
  readonly service: ClaimService;

  constructor(options: Partial<ClaimOptions> = {}) {
    const device = (): Device => ({
      id: this.device.id,
      createdAt: millis(0),
      tenantId: TENANT,
      customerId: this.owner,
      name: "Device A" as Device["name"],
      label: null,
      profileId: this.device.profileId,
      type: "default" as Device["type"],
      deviceData: {},
      additionalInfo: null,
      ...NO_DEVICE_REFERENCES,
      version: 1,
    });
    this.service = new ClaimService(
      {
        store: this.store,
        devices: {
          findByName: async (tenantId, name) => (tenantId === TENANT && name === "Device A" ? device() : undefined),
          assignIfUnowned: async (_tenantId, _deviceId, customerId) => {
            const { fault } = this;
            this.fault = undefined;
            if (fault !== undefined) throw fault;
            if (this.owner !== null) return undefined;
            this.owner = customerId;
            return device();
          },
          unassign: async () => {
            this.owner = null;
          },
        },
        attributes: {
          read: async (_deviceId, _scope, keys) =>
            [...this.attributes].filter(([key]) => keys.includes(key)).map(([key, value]) => ({ key, value })),
          save: async (_device, _scope, values) => {
            for (const [key, value] of values) this.attributes.set(key, value);
          },
          delete: async (_device, _scope, keys) => {
            for (const key of keys) this.attributes.delete(key);
          },
        },
        secrets: new ClaimSecrets(new SecretBox(new Uint8Array(32))),
        clock: this.clock,
        log: silentLogger,
      },
      { ...OPTIONS, ...options },
    );
  }

  open(request: unknown) {
    return this.service.open({ ...this.device, customerId: this.owner }, parseClaimRequest(request));
  }

  async claim(secretKey = "", customerId = CUSTOMER) {
    return (await this.service.claim(TENANT, customerId, "Device A", secretKey)).kind;
  }

  preauthorize(secretKey: string, expirationTime: number): void {
    this.attributes.set("claimingData", new JsonText(JSON.stringify({ secretKey, expirationTime })));
  }
}

let plant: Plant;
beforeEach(() => {
  plant = new Plant();
});

describe("claiming a device that has opened a claim", () => {
  test("succeeds with the right secret and assigns the device", async () => {
    await plant.open({ secretKey: "s" });
    const outcome = await plant.service.claim(TENANT, CUSTOMER, "Device A", "s");
    expect(outcome).toMatchObject({ kind: "claimed", device: { customerId: CUSTOMER, name: "Device A" } });
  });

  test("an omitted secret and the user's empty secret match", async () => {
    await plant.open({});
    expect(await plant.claim("")).toBe("claimed");
  });

  test("a wrong secret uses the claim up", async () => {
    await plant.open({ secretKey: "s" });
    expect(await plant.claim("wrong")).toBe("failure");
    expect(await plant.claim("s")).toBe("failure");
  });

  test("of two users at the same time only one gets a try", async () => {
    await plant.open({ secretKey: "s" });
    const outcomes = await Promise.all([plant.claim("wrong"), plant.claim("s")]);
    expect(outcomes).toEqual(["failure", "failure"]);
  });

  test("a fault before the device has its new owner leaves the claim open, so that the user can try again", async () => {
    await plant.open({ secretKey: "s" });
    plant.fault = new DomainError("unavailable", "the database cannot serve at the moment");
    await expect(plant.claim("s")).rejects.toMatchObject({ kind: "unavailable" });
    expect(await plant.claim("s")).toBe("claimed");
  });

  test("after its window it fails, and is used up", async () => {
    await plant.open({ secretKey: "s", durationMs: 1 });
    plant.clock.advance(1000);
    expect(await plant.claim("s")).toBe("failure");
    expect(plant.store.claims.size).toBe(0);
  });

  test("the window is the configured one unless the device names another", async () => {
    await plant.open({ secretKey: "s" });
    plant.clock.advance(DAY);
    expect(await plant.claim("s")).toBe("claimed");
  });

  test("a newer claim replaces secret and window", async () => {
    await plant.open({ secretKey: "old", durationMs: 1 });
    await plant.open({ secretKey: "new" });
    plant.clock.advance(1000);
    expect(await plant.claim("new")).toBe("claimed");
  });

  test("a device that got an owner meanwhile is claimed, and the claim is used up", async () => {
    await plant.open({ secretKey: "s" });
    plant.owner = OTHER;
    expect(await plant.claim("s")).toBe("owned");
    expect(plant.owner).toBe(OTHER);
    expect(plant.store.claims.size).toBe(0);
  });

  test("success removes the attributes that steer claiming", async () => {
    plant.attributes.set("claimingAllowed", true).set("other", 1);
    plant.preauthorize("x", 1);
    await plant.open({ secretKey: "s" });
    await plant.claim("s");
    expect([...plant.attributes.keys()]).toEqual(["other"]);
  });
});

describe("claiming a device that has opened none", () => {
  test("fails while it is unowned", async () => {
    expect(await plant.claim()).toBe("failure");
  });

  test("tells that it is owned", async () => {
    plant.owner = OTHER;
    expect(await plant.claim()).toBe("owned");
  });

  test("an unknown name is not found", async () => {
    await expect(plant.service.claim(TENANT, CUSTOMER, "nobody", "")).rejects.toMatchObject({ kind: "not-found" });
  });
});

describe("opening a claim", () => {
  test("an owned device opens none, without an error", async () => {
    plant.owner = OTHER;
    expect(await plant.open({ secretKey: "s" })).toBe("owned");
    expect(plant.store.claims.size).toBe(0);
  });

  test("needs claimingAllowed where claiming is not allowed by default", async () => {
    const strict = new Plant({ allowByDefault: false });
    expect(await strict.open({})).toBe("not-allowed");
    strict.attributes.set("claimingAllowed", true);
    expect(await strict.open({})).toBe("opened");
  });

  test("many claims are one store call", async () => {
    const requests = ["A", "B", "C"].map((name) => ({ device: knownDevice(name), request: parseClaimRequest({}) }));
    expect(await plant.service.openAll(requests)).toEqual(["opened", "opened", "opened"]);
    expect(plant.store.calls).toBe(1);
  });

  test("the secret itself is not kept", async () => {
    await plant.open({ secretKey: "a secret to look for" });
    const kept = Buffer.from(plant.store.claims.get(plant.device.id)?.secretDigest ?? []);
    expect(kept).toHaveLength(32);
    expect(kept.includes("secret")).toBe(false);
  });

  test("equal secrets of two devices do not look equal", async () => {
    const request = parseClaimRequest({ secretKey: "s" });
    await plant.service.openAll([
      { device: knownDevice("A"), request },
      { device: knownDevice("B"), request },
    ]);
    const [first, second] = [...plant.store.claims.values()];
    expect(first?.secretDigest).not.toEqual(second?.secretDigest);
  });

  test("a duration beyond the calendar stays within it", async () => {
    await plant.open({ durationMs: Number.MAX_SAFE_INTEGER });
    expect(plant.store.claims.get(plant.device.id)?.expiresAt).toBe(8.64e15);
  });
});

describe("a claim that the tenant has pre-authorised", () => {
  beforeEach(() => {
    plant.preauthorize("s", plant.clock.now() + 60_000);
  });

  test("works like one of the device", async () => {
    expect(await plant.claim("s")).toBe("claimed");
    expect(plant.attributes.has("claimingData")).toBe(false);
  });

  test("may be stored as text", async () => {
    plant.attributes.set("claimingData", JSON.stringify({ secretKey: "s", expirationTime: plant.clock.now() + 1 }));
    expect(await plant.claim("s")).toBe("claimed");
  });

  test("fails after its time", async () => {
    plant.clock.advance(60_001);
    expect(await plant.claim("s")).toBe("failure");
  });

  test.each([
    "nonsense",
    5,
    true,
    new JsonText("[]"),
    new JsonText("{}"),
    new JsonText(`{"secretKey":5,"expirationTime":1}`),
  ])("%j counts as none", async (value) => {
    plant.attributes.set("claimingData", value);
    expect(await plant.claim("s")).toBe("failure");
    plant.owner = OTHER;
    expect(await plant.claim("s")).toBe("owned");
  });

  test("survives a wrong secret", async () => {
    expect([await plant.claim("wrong"), await plant.claim("s")]).toEqual(["failure", "claimed"]);
  });

  test("refuses further tries after five wrong ones, also the right secret, until the window has passed", async () => {
    plant.preauthorize("s", plant.clock.now() + DAY);
    for (let tries = 0; tries < 5; tries++) expect(await plant.claim("wrong")).toBe("failure");
    await expect(plant.claim("s")).rejects.toMatchObject({
      kind: "rate-limited",
      details: { limit: { value: 5 }, retryAfterSeconds: 900 },
    });
    plant.clock.advance(15 * 60_000);
    expect(await plant.claim("s")).toBe("claimed");
    expect(plant.store.tries.size).toBe(0);
  });

  test("gives many tries at the same time no more than one after the other", async () => {
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => plant.claim("wrong")));
    expect(tries.filter(({ status }) => status === "rejected")).toHaveLength(3);
  });

  test("of an owned device is answered with its owner", async () => {
    plant.owner = OTHER;
    expect(await plant.claim("s")).toBe("owned");
    expect(plant.attributes.has("claimingData")).toBe(false);
  });
});

describe("reclaiming", () => {
  test("unassigns the device, and it has to open a new claim", async () => {
    await plant.open({ secretKey: "s" });
    await plant.claim("s");
    await plant.service.reclaim(TENANT, null, "Device A");
    expect(plant.owner).toBeNull();
    expect(await plant.claim("s")).toBe("failure");
    await plant.open({ secretKey: "t" });
    expect(await plant.claim("t")).toBe("claimed");
  });

  test("a user of the owning customer may", async () => {
    plant.owner = CUSTOMER;
    await plant.service.reclaim(TENANT, CUSTOMER, "Device A");
    expect(plant.owner).toBeNull();
  });

  test.each([OTHER, null])("a customer's user may not where the owner is %j", async (owner) => {
    plant.owner = owner;
    await expect(plant.service.reclaim(TENANT, CUSTOMER, "Device A")).rejects.toMatchObject({ kind: "forbidden" });
    expect(plant.owner).toBe(owner);
  });

  test("of an unowned device succeeds for the tenant and clears its claim", async () => {
    await plant.open({ secretKey: "s" });
    await plant.service.reclaim(TENANT, null, "Device A");
    expect(await plant.claim("s")).toBe("failure");
  });

  test("allows a new claim where claiming is not allowed by default", async () => {
    const strict = new Plant({ allowByDefault: false });
    await strict.service.reclaim(TENANT, null, "Device A");
    expect(strict.attributes.get("claimingAllowed")).toBe(true);
  });

  test("an unknown name is not found", async () => {
    await expect(plant.service.reclaim(TENANT, null, "nobody")).rejects.toMatchObject({ kind: "not-found" });
  });
});

test("claims that were not taken are swept out, and stop ends the sweeping", async () => {
  await plant.service.openAll(
    ["A", "B", "C"].map((name) => ({ device: knownDevice(name), request: parseClaimRequest({ durationMs: 1000 }) })),
  );
  plant.service.start();
  plant.clock.advance(OPTIONS.sweepMillis);
  await new Promise((resolve) => setImmediate(resolve));
  expect(plant.store.claims.size).toBe(0);
  await plant.service.stop();
  expect(plant.clock.pendingTimers).toBe(0);
});
