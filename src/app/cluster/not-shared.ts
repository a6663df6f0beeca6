// What nodes of a cluster do not share yet is refused, because another node would not find it.
import type { ResultFiles } from "../../core/analytics/jobs/report-job.ts";
import { DomainError } from "../../core/errors.ts";
import type { PackageContents } from "../../core/ota/package-contents.ts";
import type { Storage } from "../storage.ts";

function notShared(what: string): DomainError {
  return new DomainError("unavailable", `${what} in a cluster yet`);
}

export const NO_PACKAGES: PackageContents = {
  write: () => Promise.reject(notShared("the content of packages is not kept")),
  read: () => Promise.resolve(undefined),
  readRange: () => Promise.resolve(undefined),
  remove: () => Promise.resolve(),
  list: () => Promise.resolve([]),
};

export const NO_RESULTS: ResultFiles = {
  write: () => Promise.reject(notShared("reports are not made in the background")),
  read: () => Promise.resolve(undefined),
  remove: () => Promise.resolve(),
  list: () => Promise.resolve([]),
};

/** The files that belong to the entities. */
export function clusterFiles(): Pick<Storage, "packages" | "results"> {
  return { packages: NO_PACKAGES, results: NO_RESULTS };
}

/** The stores, of which that of background reports takes no new ones. */
export function withoutJobs(stores: Storage["stores"]): Storage["stores"] {
  const addJob = (): Promise<never> => Promise.reject(notShared("reports are not made in the background"));
  return { ...stores, reportJobs: { ...stores.reportJobs, addJob } };
}
