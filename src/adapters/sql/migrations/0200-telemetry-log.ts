// Came with the log of telemetry, which an earlier version would not read.
import type { Migration } from "./migration.ts";

export const telemetryLog: Migration = {
  number: 200,
  name: "telemetry-log",
  up() {
    // The entities stay as they are.
  },
};
