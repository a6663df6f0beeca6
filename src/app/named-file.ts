// Reads a file that a setting names. Errors name the purpose and the name of the file, because the
// system's own words leave out what it was wanted for.
import { readFileSync } from "node:fs";
import { DomainError } from "../core/errors.ts";

/** `purpose` as `certificate of HTTPS`. Throws `invalid` where the file cannot be read. */
export function readNamedFile(purpose: string, file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DomainError("invalid", `${file}, named as the ${purpose}, cannot be read: ${reason}`, { cause: error });
  }
}
