// What a snapshot from before an upgrade says of itself, in JSON next to its files.
import { Type, type Static } from "typebox";
import { parseNamed } from "../../lib/json-names.ts";

const schema = Type.Object({
  /** Versions of the program. */
  from: Type.String(),
  to: Type.String(),
  /** When it was made, in ISO 8601. */
  at: Type.String(),
  /** How many migrations the database had had. */
  migrations: Type.Number(),
  devices: Type.Number(),
  points: Type.Number(),
  /** What it has of the folder; nothing for an upgrade without a snapshot. */
  parts: Type.Array(Type.String()),
});

export type SnapshotNote = Static<typeof schema>;

/** Undefined where the text is not one. */
export async function parseNote(text: string): Promise<SnapshotNote | undefined> {
  // Loaded only here: most starts have no snapshot.
  const { Value } = await import("typebox/value");
  try {
    const note = parseNamed(text);
    return Value.Check(schema, note) ? note : undefined;
  } catch {
    // What is no JSON is no note either.
    return undefined;
  }
}
