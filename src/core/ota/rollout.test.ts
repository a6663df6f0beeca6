import { describe, expect, test } from "vitest";
import { millis } from "../../lib/clock.ts";
import { MINUTE_MILLIS } from "../../lib/units.ts";
import { newId, type DeviceProfileId, type PackageId, type RolloutId, type TenantId } from "../ids.ts";
import { failurePercent, nextStep, type CountedRollout, type UpdateCount, type UpdateState } from "./rollout.ts";

const NOW = millis(1_767_225_600_000);
const LATE = millis(NOW + 60 * MINUTE_MILLIS);

function rollout(counts: readonly UpdateCount[], fields: Partial<CountedRollout> = {}): CountedRollout {
  return {
    id: newId<RolloutId>(),
    createdAt: NOW,
    tenantId: newId<TenantId>(),
    packageId: newId<PackageId>(),
    profileId: newId<DeviceProfileId>(),
    kind: "FIRMWARE",
    title: "boiler",
    version: "1",
    name: "boiler 1",
    target: { kind: "devices", listed: 1 },
    waves: [10, 50, 100].map((percent) => ({ percent, beganAt: null, endedAt: null })),
    wave: 1,
    waveSince: NOW,
    failurePercentMax: 10,
    waveMinutesMax: 60,
    state: "RUNNING",
    reason: null,
    endedAt: null,
    counts,
    ...fields,
  };
}

const wave = (number: number, counts: Partial<Record<UpdateState, number>>): UpdateCount[] =>
  Object.entries(counts).map(([state, devices]) => ({ wave: number, state: state as UpdateState, devices }));

describe("what is to happen with a rollout", () => {
  const cases: readonly (readonly [string, CountedRollout, number, string])[] = [
    ["a wave with open devices waits", rollout(wave(1, { UPDATED: 9, QUEUED: 1 })), NOW, "wait"],
    ["one whose devices are not all assigned waits", rollout(wave(1, { UPDATED: 9, PENDING: 1 })), LATE, "wait"],
    ["all have ended: the next begins", rollout(wave(1, { UPDATED: 9, FAILED: 1 })), NOW, "next-wave"],
    ["a wave without devices ends at once", rollout([]), NOW, "next-wave"],
    ["its time is over: the next begins", rollout(wave(1, { INITIATED: 5 })), LATE, "next-wave"],
    ["skipped ones have ended", rollout(wave(1, { SKIPPED: 2 })), NOW, "next-wave"],
    ["the last wave ends the rollout", rollout(wave(3, { UPDATED: 1 }), { wave: 3 }), NOW, "done"],
    ["exactly the rate goes on", rollout(wave(1, { UPDATED: 18, FAILED: 2 })), NOW, "next-wave"],
    ["more stops", rollout(wave(1, { UPDATED: 17, FAILED: 2 })), NOW, "stop"],
    ["a rate that cannot come down stops early", rollout(wave(1, { FAILED: 2, QUEUED: 17 })), NOW, "stop"],
    ["one that can does not", rollout(wave(1, { FAILED: 2, QUEUED: 18 })), NOW, "wait"],
    [
      "who had the package does not count",
      rollout([...wave(0, { UPDATED: 99 }), ...wave(1, { FAILED: 1 })]),
      NOW,
      "stop",
    ],
    ["later waves do not count", rollout([...wave(1, { FAILED: 1 }), ...wave(2, { PENDING: 99 })]), NOW, "stop"],
    [
      "earlier waves do",
      rollout([...wave(1, { UPDATED: 18 }), ...wave(2, { FAILED: 2 })], { wave: 2 }),
      NOW,
      "next-wave",
    ],
    ["who fell silent while installing has failed", rollout(wave(1, { UPDATED: 1, UPDATING: 1 })), LATE, "stop"],
    ["100 never stops", rollout(wave(1, { FAILED: 5 }), { failurePercentMax: 100 }), NOW, "next-wave"],
    ["0 stops at the first", rollout(wave(1, { FAILED: 1, UPDATED: 99 }), { failurePercentMax: 0 }), NOW, "stop"],
  ];
  test.each(cases)("%s", (_name, counted, now, kind) => {
    expect(nextStep(counted, millis(now)).kind).toBe(kind);
  });
});

test("the rate of failures is that of the updates that ended", () => {
  expect(failurePercent([...wave(0, { UPDATED: 9 }), ...wave(1, { QUEUED: 5 })])).toBe(null);
  expect(failurePercent([...wave(1, { UPDATED: 2 }), ...wave(2, { FAILED: 1, UPDATING: 7 })])).toBe(33.3);
});
