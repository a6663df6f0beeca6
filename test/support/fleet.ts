// Devices behind a gateway that install packages as a test says, and the rollouts of their tenant.
import type { TestPlatform } from "./platform.ts";
import { CONNECT, connectGateway, TELEMETRY, type ConnectedGateway } from "./conformance.ts";
import { newFilePackage, newProfile, someBytes, type NewPackage } from "./packages.ts";
import { member, text } from "./rest-client.ts";
import type { TestTenant } from "./tenant.ts";

export const ROUND_MILLIS = 3_000;

export interface ShownRollout {
  readonly id: string;
  readonly state: string;
  readonly reason: string | null;
  readonly wave: number;
  readonly devices: number;
  readonly hadIt: number;
  readonly failurePercent: number | null;
  readonly endedTime: number | null;
  readonly counts: Readonly<Record<string, number>>;
  readonly waves: readonly {
    readonly devices: number;
    readonly counts: Readonly<Record<string, number>>;
    readonly beganTime: number | null;
    readonly endedTime: number | null;
    readonly endsTime: number | null;
  }[];
}

export interface ShownDevice {
  readonly deviceId: string;
  readonly name: string;
  readonly wave: number;
  readonly state: string;
  readonly progress: number | null;
  readonly error: string | null;
}

export class Fleet {
  readonly platform: TestPlatform;
  readonly tenant: TestTenant;
  readonly profile: { readonly id: string; readonly name: string };
  readonly gateway: ConnectedGateway;
  readonly names: readonly string[];

  private constructor(parts: Pick<Fleet, "platform" | "tenant" | "profile" | "gateway" | "names">) {
    ({
      platform: this.platform,
      tenant: this.tenant,
      profile: this.profile,
      gateway: this.gateway,
      names: this.names,
    } = parts);
  }

  static async create(platform: TestPlatform, size: number): Promise<Fleet> {
    const tenant = await platform.createTenant();
    const profile = await newProfile(tenant);
    const gateway = await connectGateway(platform, { tenant });
    const names = Array.from({ length: size }, (_, index) => `boiler ${String(index).padStart(2, "0")}`);
    for (const device of names) await gateway.publish(CONNECT, { device, type: profile.name });
    return new Fleet({ platform, tenant, profile, gateway, names });
  }

  newPackage(fields: NewPackage = {}): Promise<string> {
    return newFilePackage(this.tenant.rest, this.profile.id, someBytes(100), { version: "2.5", ...fields });
  }

  /** To all devices of the gateway, unless `fields` say otherwise. */
  async rollOut(packageId: string, fields: object = {}): Promise<ShownRollout> {
    const target = { gatewayId: this.gateway.gateway.id };
    return (await this.tenant.rest.post("/api/ota/rollouts", { packageId, target, ...fields })) as ShownRollout;
  }

  async read(id: string): Promise<ShownRollout> {
    return (await this.tenant.rest.get(`/api/ota/rollouts/${id}`)) as ShownRollout;
  }

  async call(id: string, call: "pause" | "resume" | "stop"): Promise<ShownRollout> {
    return (await this.tenant.rest.post(`/api/ota/rollouts/${id}/${call}`)) as ShownRollout;
  }

  async devices(id: string, query = ""): Promise<readonly ShownDevice[]> {
    const page = `pageSize=1000&page=0${query}`;
    return member(
      await this.tenant.rest.get(`/api/ota/rollouts/${id}/devices?${page}`),
      "data",
    ) as readonly ShownDevice[];
  }

  async namesOf(id: string, query: string): Promise<readonly string[]> {
    return (await this.devices(id, query)).map(({ name }) => name);
  }

  /** As the gateway reports for all of them in one message. */
  async report(names: readonly string[], values: Readonly<Record<string, unknown>>): Promise<void> {
    await this.gateway.publish(TELEMETRY, Object.fromEntries(names.map((name) => [name, [values]])));
  }

  /** Devices that now have the firmware say so. */
  installed(names: readonly string[], version = "2.5"): Promise<void> {
    return this.report(names, { fw_state: "UPDATED", current_fw_title: "boiler", current_fw_version: version });
  }

  /** Lets rounds come until the rollout is as wanted. */
  async until(id: string, isWanted: (rollout: ShownRollout) => boolean): Promise<ShownRollout> {
    let rollout = await this.read(id);
    for (let round = 0; round < 60; round++) {
      if (isWanted(rollout)) return rollout;
      await this.pass(ROUND_MILLIS);
      rollout = await this.read(id);
    }
    throw new Error(`it did not happen within 60 rounds; the last was ${JSON.stringify(rollout)}`);
  }

  /** At least one round, and what it sets in motion. */
  async pass(millis: number): Promise<void> {
    this.platform.clock.advance(millis);
    await this.platform.settle();
  }

  /** The firmware that the device is to have; null where it is that of the profile. */
  async firmwareOf(name: string): Promise<string | null> {
    const firmware = member(await this.tenant.device(name), "firmwareId");
    return firmware === null ? null : text(firmware, "id");
  }
}
