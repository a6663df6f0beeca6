import { expect, test } from "vitest";
import { configOf, parseConfig } from "../config.ts";
import { ConfigError } from "../config-source.ts";
import { clusterOptions } from "./cluster-options.ts";

const KEY = Buffer.alloc(32, 7);
const SETTINGS = {
  "cluster.postgresUrl": "postgres://the%20user:it's%5Ca%2Fword@db.example:6543/the_base?sslmode=require",
  "cluster.natsUrls": "nats://a:4222, nats://b:4222",
  "cluster.files": "/shared/lake",
  "cluster.masterKey": KEY.toString("base64"),
};

test("each part gets its settings and bounds", () => {
  const bounds = {
    "cluster.log.bytesMax": 2,
    "cluster.log.messageBytesMax": 3,
    "cluster.log.patienceMillis": 5,
    "cluster.log.batchMillis": 47,
    "cluster.events.bytesMax": 41,
    "cluster.peers.answerMillis": 43,
    "cluster.tail.bytesMax": 7,
    "cluster.tail.patienceMillis": 11,
    "cluster.tail.lookMillis": 13,
    "cluster.keeper.foldSeconds": 17,
    "cluster.keeper.foldBytes": 19,
    "cluster.keeper.latestPoints": 23,
    "cluster.keeper.keepSeconds": 29,
    "cluster.keeper.mergeFolds": 31,
    "cluster.keeper.expireSeconds": 37,
  };
  const options = clusterOptions(
    configOf({
      ...SETTINGS,
      "cluster.natsReplicas": 5,
      "cluster.restoreHours": 3,
      "cluster.cacheMebibytes": 41,
      "cluster.natsMonitors": "http://a:8222",
      "cluster.extensionsDir": "/extensions",
      ...bounds,
    }),
    "/node",
  );
  expect(options.log).toMatchObject({
    servers: ["nats://a:4222", "nats://b:4222"],
    replicas: 5,
    proof: { kind: "asked", monitors: ["http://a:8222"] },
    bytesMax: 2,
    messageBytesMax: 3,
    patienceMillis: 5,
  });
  expect(options.peers).toMatchObject({ answerMillisMax: 43 });
  expect(options.events).toMatchObject({ replicas: 5, bytesMax: 41, forgets: true });
  const tail = { bytesMax: 7, patienceMillis: 11, lookMillis: 13 };
  const keeper = {
    foldSeconds: 17,
    foldBytes: 19,
    latestPoints: 23,
    keepSeconds: 29,
    mergeFolds: 31,
    expireSeconds: 37,
    restoreSeconds: 3 * 3_600,
  };
  expect(options.lake.tail).toEqual(tail);
  expect(options.lake.batchMillis).toBe(47);
  expect(options.lake.memoryMaxMebibytes).toBe(options.keeper.memoryMaxMebibytes + 41);
  expect(options.lake.place.extensionFolder).toBe("/extensions");
  expect(options.keeper).toMatchObject({ tail, keeper });
  expect(Buffer.from(options.masterKey)).toEqual(KEY);
  expect(options.lake.scratchFolder).not.toBe(options.keeper.scratchFolder);
});

const TERMS =
  "target_session_attrs='read-write' connect_timeout='5' keepalives_idle='10' keepalives_interval='5' keepalives_count='4' tcp_user_timeout='30000' options='-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=4'";

test("libpq gets the address of the database with every character as it is", () => {
  const { catalog, files, bucket } = clusterOptions(configOf(SETTINGS), "/node").lake.place;
  expect(catalog).toBe(
    String.raw`host='db.example' port='6543' user='the user' password='it\'s\\a/word' dbname='the_base' ${TERMS} sslmode='require'`,
  );
  expect([files, bucket]).toEqual(["/shared/lake", undefined]);
});

test("libpq gets all servers of the database, and what the address says of the connection", () => {
  const postgresUrl = "postgres://user@one:6543,[::1],three:6545/base?connect_timeout=2";
  const { catalog } = clusterOptions(configOf({ ...SETTINGS, "cluster.postgresUrl": postgresUrl }), "/n").lake.place;
  expect(catalog).toBe(
    `host='one,::1,three' port='6543,5432,6545' user='user' dbname='base' ${TERMS.replace("'5'", "'2'")}`,
  );
});

test("a bucket comes with its access, from the variables that tools for it share", () => {
  const environment = {
    AWS_ACCESS_KEY_ID: "id",
    AWS_SECRET_ACCESS_KEY: "secret",
    AWS_ENDPOINT_URL_S3: "http://127.0.0.1:9000",
    CLUSTER_FILES: "s3://bucket/prefix/",
  };
  const { files, bucket } = clusterOptions(parseConfig(new Map(Object.entries(SETTINGS)), environment), "/n").lake
    .place;
  expect(files).toBe("s3://bucket/prefix");
  expect(bucket).toEqual({
    accessKeyId: "id",
    secretAccessKey: "secret",
    region: "us-east-1",
    endpoint: "http://127.0.0.1:9000",
  });
});

test("settings of a cluster come together, and each problem is named", () => {
  const problemsOf = (settings: Record<string, unknown>): readonly string[] => {
    try {
      configOf(settings);
      return [];
    } catch (error) {
      return error instanceof ConfigError ? error.problems : [String(error)];
    }
  };
  expect(problemsOf({ "cluster.postgresUrl": "postgres://a/b" })).toEqual([
    "CLUSTER_POSTGRES_URL (cluster.postgresUrl) needs CLUSTER_NATS_URLS (cluster.natsUrls)",
    "CLUSTER_POSTGRES_URL (cluster.postgresUrl) needs CLUSTER_FILES (cluster.files)",
    "CLUSTER_POSTGRES_URL (cluster.postgresUrl) needs CLUSTER_MASTER_KEY (cluster.masterKey)",
  ]);
  expect(problemsOf({ "cluster.files": "/shared" })).toEqual([
    "CLUSTER_FILES (cluster.files) is given without CLUSTER_POSTGRES_URL (cluster.postgresUrl)",
  ]);
  expect(problemsOf({ ...SETTINGS, "cluster.masterKey": Buffer.alloc(33).toString("base64") })).toEqual([
    "CLUSTER_MASTER_KEY (cluster.masterKey) must be base64 of 32 bytes, got 33 bytes",
  ]);
  expect(problemsOf({ ...SETTINGS, "cluster.files": "s3://bucket" })).toEqual([
    "CLUSTER_FILES (cluster.files): s3://bucket needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment",
  ]);
});
