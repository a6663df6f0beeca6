// What a save may say about a name that is taken. Source: REST contract 1.4.
import { Type, type Static } from "typebox";
import { parseLabel } from "../../core/entity-text.ts";
import { FAIL_ON_CONFLICT, type NameConflict } from "../../core/name-conflict.ts";

export const NAME_CONFLICT_MEMBERS = {
  nameConflictPolicy: Type.Optional(Type.Enum(["FAIL", "UNIQUIFY"], { description: "FAIL refuses a taken name." })),
  uniquifySeparator: Type.Optional(Type.String({ maxLength: 255, description: "Between name and suffix; _ by default." })),
  uniquifyStrategy: Type.Optional(Type.Enum(["RANDOM", "INCREMENTAL"], { description: "The kind of suffix; RANDOM by default." })),
} as const;

const NameConflictQuery = Type.Object(NAME_CONFLICT_MEMBERS);

/** Throws `invalid` for a separator that a name must not contain. */
export function parseNameConflict(query: Static<typeof NameConflictQuery>): NameConflict {
  if (query.nameConflictPolicy !== "UNIQUIFY") return FAIL_ON_CONFLICT;
  return {
    policy: "uniquify",
    separator: parseLabel(query.uniquifySeparator, "uniquifySeparator") ?? "_",
    strategy: query.uniquifyStrategy === "INCREMENTAL" ? "incremental" : "random",
  };
}
