import { expect, test } from "vitest";
import { newId, type DeviceId, type TenantId } from "../ids.ts";
import type { SeriesNumber } from "../devices/known-device.ts";
import { SeriesDirectory, type SeriesStore } from "./series-directory.ts";
import type { SeriesOwner, SeriesOwnerId } from "./series-owner.ts";

const id = newId<DeviceId>();
const tenantId = newId<TenantId>();
const node = (): SeriesOwner => ({ id, tenantId, name: "meter", series: new Map() });

test("a series that another node has registered is found, also where the others of its owner are known", async () => {
  const stored: (readonly [string, SeriesNumber])[] = [["first", 1 as SeriesNumber]];
  const store: SeriesStore = {
    ofOwner: (owner: SeriesOwnerId) => Promise.resolve(owner === id ? stored : []),
    register: () => Promise.reject(new Error("nothing is registered")),
    named: () => Promise.resolve([]),
    retired: () => Promise.resolve([]),
    purged: () => Promise.resolve(),
  };
  const owner = node();
  const directory = new SeriesDirectory(store, 10, true);
  await directory.load(owner);
  stored.push(["second", 2 as SeriesNumber]);
  await directory.load(owner);
  expect([...owner.series]).toEqual([
    ["first", 1],
    ["second", 2],
  ]);
  await expect(directory.roomOf(owner)).resolves.toBe(8);
});
