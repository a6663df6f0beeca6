// What every node of a cluster is told about what it runs on: the one place that knows the names of these settings.
import type { BucketServer } from "./bucket-server.ts";
import type { NatsCluster } from "./nats-cluster.ts";
import type { PostgresServer } from "./postgres-server.ts";
import { extensionsFolder } from "./programs.ts";

/** Below which the cluster's objects are in the bucket. */
const PREFIX = "cluster";

export interface ClusterEngines {
  readonly postgres: PostgresServer;
  readonly nats: NatsCluster;
  readonly bucket: BucketServer;
}

/** `masterKey` in hexadecimal digits. */
export function nodeSettings({ postgres, nats, bucket }: ClusterEngines, masterKey: string): Record<string, string> {
  return {
    CLUSTER_POSTGRES_URL: postgres.url,
    CLUSTER_NATS_URLS: nats.urls.join(","),
    CLUSTER_NATS_MONITORS: nats.servers.map(({ monitor }) => monitor).join(","),
    CLUSTER_FILES: `s3://${bucket.bucket}/${PREFIX}`,
    CLUSTER_EXTENSIONS_DIR: extensionsFolder(),
    CLUSTER_MASTER_KEY: Buffer.from(masterKey, "hex").toString("base64"),
    ...bucket.variables,
    // A catalog that hangs must not keep all threads that logins and files need.
    UV_THREADPOOL_SIZE: "16",
  };
}
