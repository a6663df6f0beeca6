// Where a cluster keeps files: beside those of the history, in the bucket or the shared folder.
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { PackageFolder } from "../../adapters/files/package-folder.ts";
import { ResultFolder } from "../../adapters/files/result-folder.ts";
import { SharedFolder } from "../../adapters/files/shared-folder.ts";
import { isUrl, parseBucketAddress } from "../../adapters/s3/bucket-address.ts";
import { PackageBucket } from "../../adapters/s3/package-bucket.ts";
import { ResultBucket } from "../../adapters/s3/result-bucket.ts";
import { SharedBucket } from "../../adapters/s3/shared-bucket.ts";
import type { SharedPlace } from "../../core/installation/shared-place.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Config } from "../config.ts";
import { PACKAGES_FOLDER, RESULTS_FOLDER } from "../folder-parts.ts";
import type { Storage } from "../storage.ts";

/** Names the place in errors. */
const SHARED_FOLDER = "the shared folder of the cluster (CLUSTER_FILES)";

/** Where the engine keeps the history: it names folders as schemas. */
const HISTORY_FOLDER = "main";

/** How nodes find out whether it is the same place for all of them. */
export function sharedPlace({ cluster }: Config, clock: Clock): SharedPlace {
  const { files = "", bucket, variables } = cluster;
  if (!isUrl(files)) return new SharedFolder(files, HISTORY_FOLDER);
  const deps = { clock, pause };
  return new SharedBucket(parseBucketAddress(files, variables), deps, { ...bucket, history: HISTORY_FOLDER });
}

/** The settings have been checked to be there together. */
export function sharedFiles({ cluster }: Config, clock: Clock): Pick<Storage, "packages" | "results"> {
  const { files = "", bucket, variables } = cluster;
  if (!isUrl(files))
    return {
      packages: new PackageFolder(join(files, PACKAGES_FOLDER), SHARED_FOLDER),
      results: new ResultFolder(join(files, RESULTS_FOLDER), SHARED_FOLDER),
    };
  const address = parseBucketAddress(files, variables);
  const deps = { clock, pause };
  return {
    packages: new PackageBucket(address, deps, { ...bucket, folder: PACKAGES_FOLDER }),
    results: new ResultBucket(address, deps, { ...bucket, folder: RESULTS_FOLDER }),
  };
}
