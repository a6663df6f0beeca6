import { describe, expect, test } from "vitest";
import { ScratchDevices } from "../../../../test/support/device-world.ts";
import { ENTITY_ENGINES } from "../../../../test/support/entity-engines.ts";
import { newId, type DeviceId } from "../../../core/ids.ts";

describe.each(ENTITY_ENGINES)("the series store in %s", (_engine, scratch) => {
  test("series keep their numbers; those of a device that was deleted meanwhile are retired, and belong to no device", async () => {
    await using devices = await ScratchDevices.open(scratch);
    const { series } = devices.stores;
    const [device, deleted] = [devices.add(), newId<DeviceId>()];

    const { numbers } = await series.register([device, deleted, device], ["a", "a", "b"]);

    expect(new Set(numbers).size).toBe(3);
    expect(await series.register([device, device], ["b", "a"])).toEqual({
      numbers: [numbers[2], numbers[0]],
      full: null,
    });
    expect(await series.ofOwner(device)).toEqual([
      ["a", numbers[0]],
      ["b", numbers[2]],
    ]);
    expect(await series.ofOwner(deleted)).toEqual([]);
    const [first = fail(), gone = fail(), third = fail()] = numbers;
    const named = await series.named([third ?? fail(), gone ?? fail(), first ?? fail()]);
    expect(named.toSorted((one, other) => one.series - other.series)).toEqual([
      { ownerId: device, key: "a", series: first },
      { ownerId: device, key: "b", series: third },
    ]);
    expect(await series.retired(10)).toEqual([numbers[1]]);
    await series.purged([numbers[1] ?? numbers[0] ?? fail()]);
    expect(await series.retired(10)).toEqual([]);
  });
});

function fail(): never {
  throw new Error("no number was given");
}
