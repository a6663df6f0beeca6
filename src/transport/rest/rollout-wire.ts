// Wire forms of rollouts. Ids are plain texts, because each member's name says what it identifies.
import { Type, type Static } from "typebox";
import { invalid } from "../../core/errors.ts";
import { parseId, type CustomerId, type DeviceId, type DeviceProfileId, type PackageId } from "../../core/ids.ts";
import { PACKAGE_KINDS } from "../../core/ota/ota-package.ts";
import {
  failurePercent,
  HAD_IT,
  ROLLOUT_STATES,
  UPDATE_STATES,
  waveEndsAt,
  type CountedRollout,
  type KeptTarget,
  type RolloutDevice,
  type RolloutTarget,
  type UpdateCount,
  type UpdateState,
} from "../../core/ota/rollout.ts";
import { WAVE_MINUTES_MAX, type SentRollout } from "../../core/ota/rollout-service.ts";
import { EXAMPLE_REFS, EXAMPLE_TIME } from "./example-values.ts";
import { nullable, oneOf, TextOrNull, uuidText } from "./nullable.ts";
import { named, part } from "./wire.ts";

const EXAMPLE_ID = "0198a1c0-0000-7000-8000-0000000000e0";
const Uuid = Type.String({ format: "uuid" });
const Count = Type.Integer({ format: "int32" });
const TimeOrNull = nullable(Type.Integer());

const Target = Type.Object(
  {
    deviceIds: Type.Optional(Type.Array(uuidText(), { description: "These devices." })),
    deviceProfileId: Type.Optional(uuidText({ description: "All devices of the profile." })),
    gatewayId: Type.Optional(
      uuidText({ description: "Devices that are routed through the gateway, or were when last connected." }),
    ),
    customerId: Type.Optional(uuidText({ description: "Devices of the customer." })),
  },
  { title: "RolloutTargetInput", examples: [{ gatewayId: EXAMPLE_REFS.device.id }] },
);

const WaveInput = Type.Object(
  { percent: Type.Number({ description: "Of all devices, those of earlier waves included." }) },
  { title: "RolloutWaveInput", examples: [{ percent: 5 }] },
);

export const RolloutBody = Type.Object(
  {
    packageId: uuidText(),
    name: Type.Optional(nullable(Type.String({ description: "Title and version when left out." }))),
    target: Target,
    waves: Type.Optional(
      Type.Array(WaveInput, { description: "Ascending; the last is 100. One wave of 100 when left out." }),
    ),
    failurePercentMax: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 100,
        description: "The rollout stops when more of the ended updates have failed. 10 when left out; 100 never stops.",
      }),
    ),
    waveMinutesMax: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: WAVE_MINUTES_MAX,
        description: "Time limit of a wave, after which the next one begins. 1440 when left out.",
      }),
    ),
  },
  {
    title: "RolloutInput",
    examples: [
      {
        packageId: EXAMPLE_REFS.package.id,
        name: "boiler 2.5.0, hall 3",
        target: { gatewayId: EXAMPLE_REFS.device.id },
        waves: [{ percent: 5 }, { percent: 25 }, { percent: 100 }],
        failurePercentMax: 10,
        waveMinutesMax: 1440,
      },
    ],
  },
);

/** Throws `invalid` unless there is exactly one valid target. */
export function parseRolloutBody(body: Static<typeof RolloutBody>): SentRollout {
  return {
    packageId: parseId<PackageId>(body.packageId, "packageId"),
    name: body.name ?? null,
    target: parseTarget(body.target),
    wavePercents: body.waves?.map(({ percent }) => percent) ?? null,
    failurePercentMax: body.failurePercentMax ?? null,
    waveMinutesMax: body.waveMinutesMax ?? null,
  };
}

function parseTarget({ deviceIds, deviceProfileId, gatewayId, customerId }: Static<typeof Target>): RolloutTarget {
  const targets: RolloutTarget[] = [];
  if (deviceIds !== undefined)
    targets.push({ kind: "devices", ids: deviceIds.map((id) => parseId<DeviceId>(id, "target.deviceIds")) });
  if (deviceProfileId !== undefined)
    targets.push({ kind: "profile", id: parseId<DeviceProfileId>(deviceProfileId, "target.deviceProfileId") });
  if (gatewayId !== undefined) targets.push({ kind: "gateway", id: parseId<DeviceId>(gatewayId, "target.gatewayId") });
  if (customerId !== undefined)
    targets.push({ kind: "customer", id: parseId<CustomerId>(customerId, "target.customerId") });
  const [target, ...others] = targets;
  if (target === undefined || others.length > 0)
    throw invalid(
      `target must have exactly one of deviceIds, deviceProfileId, gatewayId, customerId, got ${String(targets.length)}`,
    );
  return target;
}

const EXAMPLE_COUNTS = { DOWNLOADING: 2, UPDATED: 17, FAILED: 1 };

const CountsSchema = Type.Unsafe<Record<UpdateState, number>>(
  Type.Object(Object.fromEntries(UPDATE_STATES.map((state) => [state, Count])), {
    title: "RolloutCounts",
    examples: [countsOf([])],
  }),
);

const WAVE = {
  wave: [Type.Integer({ format: "int32", description: "From 1." }), 1],
  percent: [Type.Number({ description: "Of all devices to be updated, those of earlier waves included." }), 5],
  devices: [Count, 20],
  counts: [CountsSchema, { ...countsOf([]), ...EXAMPLE_COUNTS }],
  beganTime: [TimeOrNull, EXAMPLE_TIME],
  endedTime: [TimeOrNull, null],
  endsTime: [
    nullable(
      Type.Integer({
        description: "When its time limit ends; null unless it is the current wave of a running rollout.",
      }),
    ),
    EXAMPLE_TIME + 86_400_000,
  ],
} as const;
const WaveSchema = named("RolloutWave", WAVE);
const [, EXAMPLE_WAVE] = part(WAVE);

export const RolloutSchema = named("Rollout", {
  id: [Uuid, EXAMPLE_ID],
  createdTime: [Type.Integer(), EXAMPLE_TIME],
  name: [Type.String(), "boiler 2.5.0, hall 3"],
  packageId: [Uuid, EXAMPLE_REFS.package.id],
  type: [oneOf(PACKAGE_KINDS), "FIRMWARE"],
  title: [Type.String(), "boiler"],
  version: [Type.String({ description: "Of the package." }), "2.5.0"],
  deviceProfileId: [Uuid, EXAMPLE_REFS.deviceProfile.id],
  target: [
    Type.Object(
      {
        type: oneOf(["DEVICES", "DEVICE_PROFILE", "GATEWAY", "CUSTOMER"]),
        id: nullable(Type.String({ format: "uuid" })),
        name: nullable(Type.String({ description: "As it was when the rollout began." })),
        listed: nullable(Type.Integer({ format: "int32", description: "How many devices were named." })),
      },
      { title: "RolloutTarget" },
    ),
    { type: "GATEWAY", id: EXAMPLE_REFS.device.id, name: "gateway-1", listed: null },
  ],
  state: [oneOf(ROLLOUT_STATES), "RUNNING"],
  reason: [nullable(Type.String({ description: "Why it was stopped, with the figures." })), null],
  endedTime: [TimeOrNull, null],
  failurePercentMax: [Type.Number(), 10],
  waveMinutesMax: [Count, 1440],
  failurePercent: [nullable(Type.Number({ description: "Failed among the ended updates, without `hadIt`." })), 5.6],
  devices: [Type.Integer({ format: "int32", description: "All devices, `hadIt` included." }), 20],
  hadIt: [Type.Integer({ format: "int32", description: "Devices that had the version before." }), 0],
  counts: [CountsSchema, { ...countsOf([]), ...EXAMPLE_COUNTS }],
  wave: [Type.Integer({ format: "int32", description: "The one that began last." }), 1],
  waves: [Type.Array(WaveSchema), [EXAMPLE_WAVE]],
});

export function showRollout(rollout: CountedRollout): Static<typeof RolloutSchema> {
  const { counts, waves, wave, state } = rollout;
  const total = (of: readonly UpdateCount[]): number => of.reduce((all, { devices }) => all + devices, 0);
  return {
    id: rollout.id,
    createdTime: rollout.createdAt,
    name: rollout.name,
    packageId: rollout.packageId,
    type: rollout.kind,
    title: rollout.title,
    version: rollout.version,
    deviceProfileId: rollout.profileId,
    target: showTarget(rollout.target),
    state,
    reason: rollout.reason,
    endedTime: rollout.endedAt,
    failurePercentMax: rollout.failurePercentMax,
    waveMinutesMax: rollout.waveMinutesMax,
    failurePercent: failurePercent(counts),
    devices: total(counts),
    hadIt: total(counts.filter((count) => count.wave === HAD_IT)),
    counts: countsOf(counts),
    wave,
    waves: waves.map(({ percent, beganAt, endedAt }, index) => {
      const own = counts.filter((count) => count.wave === index + 1);
      return {
        wave: index + 1,
        percent,
        devices: total(own),
        counts: countsOf(own),
        beganTime: beganAt,
        endedTime: endedAt,
        endsTime: state === "RUNNING" && index + 1 === wave ? waveEndsAt(rollout) : null,
      };
    }),
  };
}

const TARGET_TYPES = { profile: "DEVICE_PROFILE", gateway: "GATEWAY", customer: "CUSTOMER" } as const;

function showTarget(target: KeptTarget): Static<typeof RolloutSchema>["target"] {
  return target.kind === "devices"
    ? { type: "DEVICES", id: null, name: null, listed: target.listed }
    : { type: TARGET_TYPES[target.kind], id: target.id, name: target.name, listed: null };
}

function countsOf(counts: readonly UpdateCount[]): Record<UpdateState, number> {
  const all = Object.fromEntries(UPDATE_STATES.map((state) => [state, 0])) as Record<UpdateState, number>;
  for (const { state, devices } of counts) all[state] += devices;
  return all;
}

export const RolloutDeviceSchema = named("RolloutDevice", {
  deviceId: [Uuid, EXAMPLE_REFS.device.id],
  name: [Type.String(), "boiler-7"],
  label: [TextOrNull, null],
  wave: [Type.Integer({ format: "int32", description: "From 1; 0 where it had the version before." }), 1],
  state: [oneOf(UPDATE_STATES), "DOWNLOADING"],
  progress: [nullable(Type.Integer({ format: "int32", description: "In percent, where the device reports it." })), 40],
  error: [nullable(Type.String({ description: "Why it failed, as the device reports it." })), null],
  updatedTime: [Type.Integer({ description: "When the state was last seen to change." }), EXAMPLE_TIME],
});

export function showRolloutDevice(device: RolloutDevice): Static<typeof RolloutDeviceSchema> {
  const { id, name, label, wave, state, progress, error, updatedAt } = device;
  return { deviceId: id, name, label, wave, state, progress, error, updatedTime: updatedAt };
}
