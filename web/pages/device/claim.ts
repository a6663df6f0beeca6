// Whether a customer may claim a device, as far as the device's attributes show it, which is the platform's side of a
// claim. Only the platform knows about claims that the device itself has opened. Source: REST contract 11.
import { parseJson } from "../../api/json.ts";
import type { Attribute } from "./attributes.ts";
import { isObject } from "../../../src/lib/members.ts";

export interface Claim {
  /** Time until which the secret on the platform opens the device; null if there is none. */
  readonly openUntil: number | null;
  /** Whether the device may open a claim itself, if the platform requires permission for that. */
  readonly isAllowed: boolean | null;
}

export function claimOf(attributes: readonly Attribute[]): Claim {
  const value = (key: string): unknown => attributes.find((attribute) => attribute.key === key)?.value;
  const allowed = value("claimingAllowed");
  return {
    openUntil: expirationOf(value("claimingData")),
    isAllowed: typeof allowed === "boolean" ? allowed : null,
  };
}

/** The attribute may be JSON, or a text that contains JSON. */
function expirationOf(data: unknown): number | null {
  const parsed = typeof data === "string" ? parseJson(data) : data;
  const time = isObject(parsed) ? parsed["expirationTime"] : undefined;
  return typeof time === "number" ? time : null;
}
