// Rollouts: how their pages read and start them.
import { api, ask } from "../../api/client.ts";
import { ApiProblem } from "../../api/problem.ts";
import type { Schema } from "../../api/schemas.ts";
import { choices } from "../../components/choices.ts";
import { count } from "../../components/figures.ts";
import { orNull } from "../../components/form.tsx";

export type Rollout = Schema<"Rollout">;
export type RolloutCounts = Schema<"RolloutCounts">;
export type UpdateState = keyof RolloutCounts;

export const TARGETS = choices({
  profile: "All devices of the profile",
  gateway: "Devices behind a gateway",
  customer: "Devices of a customer",
});
export type TargetKind = (typeof TARGETS)[number]["value"];

/** The phases that a bar distinguishes, in order. */
export const PHASES = [
  { id: "updated", color: "teal", states: ["UPDATED"] },
  { id: "failed", color: "red", states: ["FAILED"] },
  {
    id: "under way",
    color: "blue",
    states: ["QUEUED", "INITIATED", "DOWNLOADING", "DOWNLOADED", "VERIFIED", "UPDATING"],
  },
  { id: "not started", color: "gray", states: ["PENDING"] },
  { id: "left out", color: "yellow", states: ["SKIPPED", "WITHDRAWN"] },
] as const satisfies readonly {
  readonly states: readonly UpdateState[];
  readonly id: string;
  readonly color: string;
}[];

export function inPhase(counts: RolloutCounts, { states }: { readonly states: readonly UpdateState[] }): number {
  return states.reduce((total, state) => total + counts[state], 0);
}

export function targetWords({ type, name, listed }: Rollout["target"]): readonly [before: string, name: string] {
  switch (type) {
    case "DEVICES":
      return [`${count(listed ?? 0)} chosen devices`, ""];
    case "DEVICE_PROFILE":
      return ["devices of the profile ", name ?? ""];
    case "GATEWAY":
      return ["devices behind the gateway ", name ?? ""];
    case "CUSTOMER":
      return ["devices of the customer ", name ?? ""];
  }
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
    if (gatewayId === null) throw new ApiProblem("Choose a gateway first.");
    return { gatewayId };
  }
  if (customerId === null) throw new ApiProblem("Choose a customer first.");
  return { customerId };
}

function wavesOf(text: string): readonly number[] {
  const waves = text.split(/[\s,;%]+/).filter((part) => part !== "");
  const percents = waves.map(Number);
  const isAscending = percents.every((percent, index) => percent > (percents[index - 1] ?? 0));
  if (!isAscending || percents.at(-1) !== 100)
    throw new ApiProblem("Waves: enter ascending percentages that end with 100, such as 5, 25, 100.");
  return percents;
}
