// A tenant profile in its editor, and how it is saved.
import { api, ask } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { orNull } from "../../components/form.tsx";
import { LIMIT_GROUPS } from "../limits/limit-texts.ts";
import { parseRate } from "../limits/rate.ts";
import { isObject } from "../../../src/lib/members.ts";
import { words } from "../../words/words.ts";

export type TenantProfile = Schema<"TenantProfile">;

/** Limits by name, as typed; empty for no limit. */
export type LimitInputs = Readonly<Record<string, string>>;

const LIMITS = LIMIT_GROUPS.flatMap(({ limits }) => limits);
const WARN_THRESHOLD = "warnThreshold";
const PERCENT_DEFAULT = 80;

export function limitsOf(profile: TenantProfile): LimitInputs {
  const configuration = configurationOf(profile);
  return Object.fromEntries(
    LIMITS.map(({ name, unset }) => {
      const value = configuration[name] ?? unset;
      const isNone = value === 0 || value === "" || value === undefined;
      return [name, isNone ? "" : typeof value === "number" || typeof value === "string" ? String(value) : ""];
    }),
  );
}

/** Percentage of a limit from which on people are warned. */
export function warnPercentOf(profile: TenantProfile): number {
  const value = configurationOf(profile)[WARN_THRESHOLD];
  return typeof value === "number" && value > 0 ? Math.round(value * 100) : PERCENT_DEFAULT;
}

/** What is wrong with a limit as typed; null if nothing is. */
export function problemOfLimit(kind: "count" | "rate", text: string): string | null {
  if (kind === "rate") return parseRate(text) === null ? words.tenantProfiles.badRate : null;
  return /^\d{0,15}$/.test(text.trim()) ? null : words.tenantProfiles.badCount;
}

export interface ProfileChange {
  readonly name: string;
  readonly description: string;
  readonly limits: LimitInputs;
  readonly warnPercent: number;
}

/** A save replaces the whole profile, so members that the editor does not show are sent back unchanged. */
export async function saveTenantProfile(present: TenantProfile, change: ProfileChange): Promise<TenantProfile> {
  const limits = Object.fromEntries(
    LIMITS.map(({ name, kind }) => {
      const text = (change.limits[name] ?? "").trim();
      return [name, kind === "rate" ? text : Number(text)];
    }),
  );
  const body = {
    ...present,
    name: change.name.trim(),
    description: orNull(change.description),
    profileData: {
      ...present.profileData,
      configuration: { ...configurationOf(present), ...limits, [WARN_THRESHOLD]: change.warnPercent / 100 },
    },
  };
  return await ask(api.POST("/api/tenantProfile", { body }));
}

export async function createTenantProfile(name: string, description: string): Promise<TenantProfile> {
  const profileData = { configuration: { type: "DEFAULT" }, queueConfiguration: null };
  return await ask(
    api.POST("/api/tenantProfile", {
      body: { name: name.trim(), description: orNull(description), profileData },
    }),
  );
}

function configurationOf({ profileData }: TenantProfile): Readonly<Record<string, unknown>> {
  const configuration = profileData?.["configuration"];
  return isObject(configuration) ? configuration : { type: "DEFAULT" };
}
