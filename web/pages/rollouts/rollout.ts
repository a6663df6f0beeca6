// Rollouts: how their pages read and start them.
import { api, ask } from "../../api/client.ts";
import { ApiProblem, fieldProblem } from "../../api/problem.ts";
import type { Schema } from "../../api/schemas.ts";
import { choices } from "../../components/choices.ts";
import { orNull } from "../../components/form.tsx";
import { packageName } from "../packages/package.ts";
import { words } from "../../words/words.ts";

export type Rollout = Schema<"Rollout">;
export type RolloutCounts = Schema<"RolloutCounts">;
export type UpdateState = keyof RolloutCounts;

const WORDS = words.rollouts;

export const TARGETS = choices(WORDS.dialog.targets);
export type TargetKind = (typeof TARGETS)[number]["value"];

/** Between the stripes. */
const BETWEEN = "light-dark(var(--mantine-color-gray-3), var(--mantine-color-dark-5))";
const NOT_STARTED = "light-dark(var(--mantine-color-gray-4), var(--mantine-color-dark-3))";

/**
 * The phases that a bar distinguishes, in order, with their CSS backgrounds: what is done is filled, what is under way is striped, as
 * a bar of which nothing is done must not look full. They are opaque, and stand out of the page and of each other in both schemes.
 */
export const PHASES = [
  { id: "updated", background: "var(--mantine-color-tide-6)", states: ["UPDATED"] },
  { id: "failed", background: "var(--mantine-color-red-6)", states: ["FAILED"] },
  {
    id: "underWay",
    background: `repeating-linear-gradient(-45deg, var(--mantine-color-tide-5) 0 3px, ${BETWEEN} 3px 6px)`,
    states: ["QUEUED", "INITIATED", "DOWNLOADING", "DOWNLOADED", "VERIFIED", "UPDATING"],
  },
  {
    id: "notStarted",
    background: NOT_STARTED,
    states: ["PENDING"],
  },
  { id: "leftOut", background: "var(--mantine-color-yellow-6)", states: ["SKIPPED", "WITHDRAWN"] },
] as const satisfies readonly {
  readonly states: readonly UpdateState[];
  readonly id: string;
  readonly background: string;
}[];

export function inPhase(counts: RolloutCounts, { states }: { readonly states: readonly UpdateState[] }): number {
  return states.reduce((total, state) => total + counts[state], 0);
}

/** As it is if nobody has given it a name of its own. */
export function isNamedAsPackage(rollout: Rollout): boolean {
  return rollout.name === packageName(rollout);
}

export interface RolloutFields {
  readonly name: string;
  readonly target: TargetKind;
  readonly gatewayId: string | null;
  readonly customerId: string | null;
  /** Comma-separated percentages. */
  readonly waves: string;
  readonly failurePercentMax: number | null;
  readonly waveMinutesMax: number | null;
}

/** Throws an ApiProblem, also if the fields cannot form a request. */
export async function startRollout(
  { id, deviceProfileId }: Pick<Schema<"OtaPackageInfo">, "id" | "deviceProfileId">,
  fields: RolloutFields,
): Promise<Rollout> {
  const { name, failurePercentMax, waveMinutesMax } = fields;
  return await ask(
    api.POST("/api/ota/rollouts", {
      body: {
        packageId: id.id,
        name: orNull(name),
        target: targetOf(fields, deviceProfileId.id),
        waves: wavesOf(fields.waves).map((percent) => ({ percent })),
        ...(failurePercentMax === null ? {} : { failurePercentMax }),
        ...(waveMinutesMax === null ? {} : { waveMinutesMax }),
      },
    }),
  );
}

function targetOf(
  { target, gatewayId, customerId }: RolloutFields,
  deviceProfileId: string,
): Schema<"RolloutTargetInput"> {
  if (target === "profile") return { deviceProfileId };
  if (target === "gateway") {
    if (gatewayId === null) throw new ApiProblem(WORDS.dialog.gatewayFirst);
    return { gatewayId };
  }
  if (customerId === null) throw new ApiProblem(WORDS.dialog.customerFirst);
  return { customerId };
}

function wavesOf(text: string): readonly number[] {
  const waves = text.split(/[\s,;%]+/).filter((part) => part !== "");
  const percents = waves.map(Number);
  const isAscending = percents.every((percent, index) => percent > (percents[index - 1] ?? 0));
  if (!isAscending || percents.at(-1) !== 100) throw fieldProblem("waves", WORDS.dialog.wrongWaves);
  return percents;
}
