// Loads the configuration from the named file, or from bridgehead.yml in the working folder if there is one, and from
// the environment.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { isMissing } from "../lib/missing-file.ts";
import type { Config, GivenBounds } from "./config.ts";
import { parseConfig } from "./config.ts";
import type { Environment } from "./config-source.ts";
import { ConfigError } from "./config-source.ts";

const DEFAULT_FILE = "bridgehead.yml";

/** `configFile` must exist if it is given. Rejects with `ConfigError`. */
export async function loadConfig(
  configFile: string | undefined,
  workingFolder: string,
  environment: Environment,
  otherBounds: GivenBounds = {},
): Promise<Config> {
  const file = resolve(workingFolder, configFile ?? DEFAULT_FILE);
  const content = readConfigFile(file, configFile !== undefined);
  if (content === undefined) return parseConfig(new Map(), environment, otherBounds);
  const { parseSettingsFile } = await import("./settings-file.ts");
  return parseConfig(parseSettingsFile(file, content), environment, otherBounds);
}

function readConfigFile(file: string, required: boolean): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (!required && isMissing(error)) return undefined;
    if (!(error instanceof Error)) throw error;
    throw new ConfigError([`the configuration file ${file} cannot be read: ${error.message}`]);
  }
}
