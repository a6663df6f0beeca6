// A random world whose devices, customers, attributes and series stand in the platform's own database, so that reports read
// their dimensions as they do in service. Ids become those that the database gave, and names are distinguished as it wants them.
import { parseId, type CustomerId, type DeviceId, type DeviceProfileId } from "../../src/core/ids.ts";
import type { SeriesNumber } from "../../src/core/devices/known-device.ts";
import { millis } from "../../src/lib/clock.ts";
import { DimensionWorld } from "../support/dimension-world.ts";
import type { World } from "./generators/random-world.ts";
import type { AttributeLists, ReferenceCustomer, ReferenceDevice } from "./reference/reference-input.ts";

const SCOPES = { client: "CLIENT_SCOPE", shared: "SHARED_SCOPE", server: "SERVER_SCOPE" } as const;

export interface StoredWorld {
  readonly dimensions: DimensionWorld;
  readonly world: World;
  readonly seriesOf: (device: ReferenceDevice, key: string) => SeriesNumber;
}

export async function storedWorld(drawn: World): Promise<StoredWorld> {
  const dimensions = await DimensionWorld.open();
  const series = new Map<string, SeriesNumber>();
  const storing = new Storing(dimensions, series);
  const customers = new Map<string, ReferenceCustomer>();
  for (const customer of drawn.customers) customers.set(customer.id, await storing.customer(customer));
  const profiles = new Map<string, DeviceProfileId>();
  for (const { profileId, profile } of [...drawn.gateways, ...drawn.devices])
    if (!profiles.has(profileId)) profiles.set(profileId, dimensions.devices.addProfile(profile, dimensions.tenantId));
  const references = { customers, profiles, gateways: new Map<string, DeviceId>() };
  const gateways: ReferenceDevice[] = [];
  for (const gateway of drawn.gateways) {
    const stored = await storing.device(gateway, references);
    references.gateways.set(gateway.id, parseId<DeviceId>(stored.id, "a device"));
    gateways.push(stored);
  }
  const devices: ReferenceDevice[] = [];
  for (const device of drawn.devices) devices.push(await storing.device(device, references));
  // Gateways are devices of the tenant as the others are.
  const world = {
    ...drawn,
    gateways,
    devices: [...gateways, ...devices],
    customers: [...customers.values()],
    profiles: [...profiles.values()],
  };
  return {
    dimensions,
    world,
    seriesOf: (device, key) => {
      const number = series.get(`${device.id}/${key}`);
      if (number === undefined) throw new Error(`no series ${key} of ${device.name}`);
      return number;
    },
  };
}

interface References {
  readonly customers: ReadonlyMap<string, ReferenceCustomer>;
  readonly profiles: ReadonlyMap<string, DeviceProfileId>;
  readonly gateways: ReadonlyMap<string, DeviceId>;
}

class Storing {
  readonly #dimensions: DimensionWorld;
  readonly #series: Map<string, SeriesNumber>;
  readonly #names = new Set<string>();

  constructor(dimensions: DimensionWorld, series: Map<string, SeriesNumber>) {
    this.#dimensions = dimensions;
    this.#series = series;
  }

  async customer(customer: ReferenceCustomer): Promise<ReferenceCustomer> {
    const id = this.#dimensions.devices.addCustomer(customer.title, this.#dimensions.tenantId);
    await this.#attributes(id, customer.attributes, false);
    const rows = await this.#dimensions.sources.store.customers(this.#dimensions.tenantId, [id]);
    return { ...customer, id, createdTime: rows.get(id)?.createdAt ?? 0 };
  }

  async device(device: ReferenceDevice, { customers, profiles, gateways }: References): Promise<ReferenceDevice> {
    const name = this.#names.has(device.name) ? `${device.name} ${String(this.#names.size)}` : device.name;
    this.#names.add(name);
    const customer = device.customer === null ? null : (customers.get(device.customer.id) ?? null);
    const profileId = profiles.get(device.profileId);
    const gatewayId = device.gatewayId === null ? undefined : gateways.get(device.gatewayId);
    const id = this.#dimensions.add(name, {
      label: device.label,
      createdAt: millis(device.createdTime),
      ...(customer === null ? {} : { customerId: parseId<CustomerId>(customer.id, "a customer") }),
      ...(profileId === undefined ? {} : { profileId }),
      ...(gatewayId === undefined ? {} : { lastGatewayId: gatewayId }),
    });
    await this.#attributes(id, device.attributes, true);
    for (const [key, samples] of device.samples) {
      const newest = samples.at(-1);
      if (newest !== undefined)
        this.#series.set(`${id}/${key}`, await this.#dimensions.setLatest(id, key, newest.value, newest.ts));
    }
    const { lastActivityTime, active } = device;
    await this.#dimensions.devices.stores.connectivity.save(
      [
        {
          deviceId: id,
          ...(lastActivityTime === null ? {} : { lastActivityTime: millis(lastActivityTime) }),
          ...(active ? { activated: true as const } : {}),
        },
      ],
      this.#dimensions.clock.now(),
    );
    return { ...device, id, name, customer, profileId: profileId ?? "", gatewayId: gatewayId ?? null };
  }

  async #attributes(owner: DeviceId | CustomerId, lists: AttributeLists, isDevice: boolean): Promise<void> {
    for (const scope of ["client", "shared", "server"] as const)
      if (lists[scope].size > 0)
        await this.#dimensions.setAttributes(owner, SCOPES[scope], Object.fromEntries(lists[scope]), isDevice);
  }
}
