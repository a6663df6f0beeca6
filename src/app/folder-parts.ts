// The names of what is in a data folder, but for the databases', which their adapters give.

export const TELEMETRY_FILE = "telemetry.duckdb";
/** For what need not outlive the process. */
export const SCRATCH_FOLDER = "scratch";
/** Results of background reports. */
export const RESULTS_FOLDER = "reports";
/** Files of firmware and software packages. */
export const PACKAGES_FOLDER = "packages";

/** The folders of files that never change once they have their name. */
export const FILE_FOLDERS: readonly string[] = [RESULTS_FOLDER, PACKAGES_FOLDER];

/** There from a start to a clean stop: until then the database of entities has a log. */
export const RUNNING_FILE = "running";

/** Of the folder that has the data folder as it was before an upgrade. */
export const SNAPSHOT_PREFIX = "upgrade-from-";
