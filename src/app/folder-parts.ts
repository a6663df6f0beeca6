// The names of files and folders in a data folder, except those of the databases, which their adapters define.
import { logFolderOf } from "../adapters/duckdb/log/segment.ts";

export const TELEMETRY_FILE = "telemetry.duckdb";
/** The folder with what the telemetry file does not have yet. */
export const TELEMETRY_LOG = logFolderOf(TELEMETRY_FILE);
/** For files that need not outlive the process. */
export const SCRATCH_FOLDER = "scratch";
/** Results of background reports. */
export const RESULTS_FOLDER = "reports";
/** Files of firmware and software packages. */
export const PACKAGES_FOLDER = "packages";

/** Folders whose files never change once they have their name. */
export const FILE_FOLDERS: readonly string[] = [RESULTS_FOLDER, PACKAGES_FOLDER];

/** Exists from start to clean stop; during that time the database of entities has a log. */
export const RUNNING_FILE = "running";

/** The prefix of the folder with the snapshot from before an upgrade. */
export const SNAPSHOT_PREFIX = "upgrade-from-";

/** In a backup, the copies of the log of entities; a data folder has none. */
export const ENTITY_LOG = "entity-log";
