// All migrations, in the order in which they run. A new one gets the highest number.
import type { Migration } from "./migration.ts";
import { accounts } from "./0001-accounts.ts";
import { devices } from "./0010-devices.ts";
import { attributes } from "./0020-attributes.ts";
import { rpc } from "./0030-rpc.ts";
import { claims } from "./0040-claims.ts";
import { series } from "./0050-series.ts";
import { apiKeys } from "./0060-api-keys.ts";
import { accountSecurity } from "./0070-account-security.ts";
import { audit } from "./0080-audit.ts";
import { deviceLists } from "./0081-device-lists.ts";
import { usage } from "./0090-usage.ts";
import { callRetention } from "./0091-call-retention.ts";
import { seriesOwners } from "./0100-series-owners.ts";
import { views } from "./0110-views.ts";
import { references } from "./0120-references.ts";
import { connections } from "./0130-connections.ts";
import { disconnects } from "./0140-disconnects.ts";
import { packages } from "./0150-packages.ts";
import { packageChanges } from "./0151-package-changes.ts";
import { rollouts } from "./0160-rollouts.ts";
import { storeMarks } from "./0170-store-marks.ts";
import { seriesCounts } from "./0180-series-counts.ts";
import { folderVersion } from "./0190-folder-version.ts";
import { telemetryLog } from "./0200-telemetry-log.ts";
import { fileNames } from "./0220-file-names.ts";
import { dashboards } from "./0230-dashboards.ts";
import { refusals } from "./0240-refusals.ts";
import { keyAges } from "./0250-key-ages.ts";
import { dashboardLinks } from "./0260-dashboard-links.ts";

export const migrations: readonly Migration[] = [
  accounts,
  devices,
  attributes,
  rpc,
  claims,
  series,
  apiKeys,
  accountSecurity,
  audit,
  deviceLists,
  usage,
  callRetention,
  seriesOwners,
  views,
  references,
  connections,
  disconnects,
  packages,
  packageChanges,
  rollouts,
  storeMarks,
  seriesCounts,
  folderVersion,
  telemetryLog,
  fileNames,
  dashboards,
  refusals,
  keyAges,
  dashboardLinks,
];
