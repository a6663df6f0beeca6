// What a save says about a name that is taken. Source: REST contract 1.4.
import { Type, type Static, type TObject } from "typebox";
import { parseText } from "../../core/entity-text.ts";
import { FAIL_ON_CONFLICT, type NameConflict } from "../../core/name-conflict.ts";
import { oneOf } from "./nullable.ts";

export const NameConflictQuery = {
  nameConflictPolicy: Type.Optional(oneOf(["FAIL", "UNIQUIFY"])),
  uniquifySeparator: Type.Optional(Type.String()),
  uniquifyStrategy: Type.Optional(oneOf(["RANDOM", "INCREMENTAL"])),
} as const;

type NameConflictQuery = Static<TObject<typeof NameConflictQuery>>;

export function parseNameConflict(query: NameConflictQuery): NameConflict {
  if (query.nameConflictPolicy !== "UNIQUIFY") return FAIL_ON_CONFLICT;
  return {
    policy: "uniquify",
    separator: parseText(query.uniquifySeparator, "uniquifySeparator") ?? "_",
    strategy: query.uniquifyStrategy === "INCREMENTAL" ? "incremental" : "random",
  };
}
