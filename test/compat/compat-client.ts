// What a client of others brings to the run: how it is installed, and what it is to show against the platform.
import type { CompatServer } from "./compat-server.ts";
import type { Tools } from "./tools.ts";

export interface Scenario {
  /** What a reader of the table sees. */
  readonly name: string;
  /** Rejects with what went wrong. */
  run(server: CompatServer): Promise<void>;
}

export interface InstalledClient {
  readonly version: string;
  readonly scenarios: readonly Scenario[];
}

export interface CompatClient {
  /** For the table, and for the command line. */
  readonly name: string;
  /** Programs of the system that it uses beyond those of the tests, each with its Debian package. */
  readonly programs?: readonly (readonly [program: string, debianPackage: string])[];
  /** Installs it from its registry. Rejects with `MissingTool` where the machine lacks what that takes. */
  readonly install: (tools: Tools) => Promise<InstalledClient>;
}
