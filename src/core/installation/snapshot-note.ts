// The description of a snapshot made before an upgrade, as JSON next to its files.
import { Type, type Static } from "typebox";
import { parseNamed } from "../../lib/json-names.ts";

const schema = Type.Object({
  /** Program versions. */
  from: Type.String(),
  to: Type.String(),
  /** When it was made, in ISO 8601. */
  at: Type.String(),
  /** Migrations applied to the database. */
  migrations: Type.Number(),
  devices: Type.Number(),
  points: Type.Number(),
  /** The parts of the folder that it contains; empty for an upgrade without a snapshot. */
  parts: Type.Array(Type.String()),
});

export type SnapshotNote = Static<typeof schema>;

/** Undefined if the text is not such a description. */
export async function parseNote(text: string): Promise<SnapshotNote | undefined> {
  // Loaded only here, because most starts have no snapshot.
  const { Value } = await import("typebox/value");
  try {
    const note = parseNamed(text);
    return Value.Check(schema, note) ? note : undefined;
  } catch {
    // Text that is not JSON is not a description either.
    return undefined;
  }
}
