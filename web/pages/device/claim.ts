// Whether a customer may claim a device, as far as attributes of the device say so: the platform's side of a claim. What a
// device has opened by itself is known to the platform alone. Source: REST contract 11.
import { parseJson } from "../../api/json.ts";
import type { Attribute } from "./attributes.ts";
import { isObject } from "../../../src/lib/members.ts";

export interface Claim {
  /** Until when the secret on the platform opens the device; null where there is none. */
  readonly openUntil: number | null;
  /** Whether the device may open a claim by itself where that has to be allowed. */
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

/** The attribute may be JSON, or a text with JSON in it. */
function expirationOf(data: unknown): number | null {
  const parsed = typeof data === "string" ? parseJson(data) : data;
  const time = isObject(parsed) ? parsed["expirationTime"] : undefined;
  return typeof time === "number" ? time : null;
}
