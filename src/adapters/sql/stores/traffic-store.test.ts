import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ScratchDevices } from "../../../../test/support/device-world.ts";
import { ENTITY_ENGINES } from "../../../../test/support/entity-engines.ts";
import { newId, type NodeId } from "../../../core/ids.ts";
import type { PartyMinute } from "../../../core/tenants/traffic-store.ts";

const NEVER = Number.MAX_SAFE_INTEGER;

let devices: ScratchDevices;
let partyId: string;
const [one, two, three] = [newId<NodeId>(), newId<NodeId>(), newId<NodeId>()];

describe.each(ENTITY_ENGINES)("counts of traffic in %s", (_engine, open) => {
  beforeEach(async () => {
    devices = await ScratchDevices.open(open);
    partyId = devices.add({ isGateway: true });
  });
  afterEach(() => devices[Symbol.asyncDispose]());

  test("of runs that are over are taken over once, together", async () => {
    const { traffic } = devices.stores;
    await traffic.save(one, [minute(1, { messages: 1, refused: { invalid: 1 } }), minute(2, { messages: 9 })]);
    await traffic.save(one, [minute(2, { messages: 2 })]);
    await traffic.save(two, [minute(1, { points: 5, refused: { invalid: 2, "rate-limited": 3 } })]);
    const taken = await traffic.takeOver(three, { present: [three], silentSince: NEVER });
    expect([...taken].sort((a, b) => a.minute - b.minute)).toEqual([
      minute(1, { messages: 1, points: 5, refused: { invalid: 3, "rate-limited": 3 } }),
      minute(2, { messages: 2 }),
    ]);
    expect(await traffic.takeOver(three, { present: [three], silentSince: NEVER })).toEqual([]);
    expect(await traffic.takeOver(one, { present: [one], silentSince: NEVER })).toHaveLength(2);
  });

  test("of nodes that are there, or that have stored something lately, are theirs", async () => {
    const { traffic } = devices.stores;
    await traffic.save(one, [minute(5, { messages: 1 })]);
    await traffic.save(two, [minute(5, { messages: 2 }), minute(8, { messages: 2 })]);
    expect(await traffic.takeOver(three, { present: [three, one], silentSince: 8 })).toEqual([]);
    expect(await traffic.takeOver(three, { present: [three], silentSince: 8 })).toEqual([minute(5, { messages: 1 })]);
  });

  test("add to what the node has stored itself", async () => {
    const { traffic } = devices.stores;
    await traffic.save(one, [minute(5, { messages: 1 })]);
    await traffic.save(three, [minute(5, { messages: 10 })]);
    expect(await traffic.takeOver(three, { present: [three], silentSince: NEVER })).toEqual([
      minute(5, { messages: 1 }),
    ]);
    expect(await traffic.takeOver(two, { present: [two], silentSince: NEVER })).toEqual([minute(5, { messages: 11 })]);
  });

  test("of parties that are gone, and of old minutes, are forgotten", async () => {
    const { traffic } = devices.stores;
    await traffic.save(one, [
      minute(1, { messages: 1 }),
      minute(2, { messages: 2 }),
      { ...minute(2), partyId: newId() },
    ]);
    await traffic.forgetBefore(2);
    expect(await traffic.takeOver(two, { present: [two], silentSince: NEVER })).toEqual([minute(2, { messages: 2 })]);
  });
});

function minute(at: number, counts: Partial<PartyMinute> = {}): PartyMinute {
  return { minute: at, partyId, isGateway: true, messages: 0, points: 0, refused: {}, ...counts };
}
