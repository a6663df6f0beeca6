// Settings of an HTTP server as a test needs it: on a free port, without TLS, with small bounds. A test names those that
// it is about.
import type { RestOptions } from "../../src/transport/rest/rest-server.ts";

export const REST_SETTINGS: RestOptions = {
  host: "127.0.0.1",
  shownHost: "127.0.0.1",
  port: 0,
  tls: undefined,
  hstsSeconds: 31_536_000,
  bodyBytesMax: 1000,
  entityBodyBytesMax: 1000,
  openBodyBytesMax: 500,
  bodiesBytesMax: 100_000_000,
  unsentCharsMax: 1_000_000,
  headSeconds: 10,
  requestSeconds: 60,
  slowBodySeconds: 20,
  slowBodyBytes: 10_000,
  stopSeconds: 5,
  trustedProxies: [],
  cors: { originPatterns: ["*"], methods: ["*"], headers: ["*"], maxAgeSeconds: 1800 },
  accessLog: false,
};
