// Conformance tests that say nothing about a cluster, each with the reason, and are left out where the platform is three nodes; tests for
// which the balancer in front of them passes on connections instead of requests; and tests of what holds for each node, and not for all
// together, whose requests and connections all go to one of the three. Every other test is the same there.

export interface Exception {
  /** Without `test/conformance/` and `.test.ts`. */
  readonly file: string;
  /** How the names of the tests begin; without it, all tests of the file. */
  readonly tests?: readonly string[];
  readonly because: string;
}

export const ONE_PROCESS: readonly Exception[] = [
  {
    file: "rest-metrics",
    tests: ["the log of entities grows"],
    because: "entities of a cluster are in PostgreSQL, whose log is not measured",
  },
];

const NO_PROXY =
  "it is about callers with no proxy in front, or one that does not say who they are; of requests the balancer says so";

/** What starts its platform within the test, whose balancer then passes on connections of HTTP, and says nothing of their callers. */
export const BY_CONNECTION: readonly Exception[] = [
  { file: "rest-api-key-https", tests: ["REST §3: auto"], because: NO_PROXY },
  { file: "rest-device-guard", tests: ["REST §14: an address cannot get around"], because: NO_PROXY },
];

const WARNS = "each node warns for itself, and the test counts warnings";

export const ONE_NODE: readonly Exception[] = [
  {
    file: "analytics/stopped-reports",
    because: "how many reports run at a time counts for each node, and the test asks that node's metrics",
  },
  {
    file: "mqtt-packages-unread",
    tests: ["MQTT §6.5: whole packages"],
    because: "how much of whole packages waits at a time counts for each node",
  },
  { file: "rest-device-polls", tests: ["REST-99"], because: "calls that wait at two nodes are given in any order" },
  {
    file: "rest-device-polls",
    tests: ["REST §14: requests of one device", "REST §14: too many requests"],
    because: "what may wait at a time counts for each node",
  },
  {
    file: "rest-history-export",
    tests: ["REST §9: exports are bounded in number"],
    because: "how many exports go on at a time counts for each node",
  },
  {
    file: "rest-history-import",
    tests: ["REST §9: an import that stalls"],
    because: "how many imports go on at a time counts for each node",
  },
  { file: "rest-metrics", because: "metrics are a node's own" },
  { file: "rest-monitoring", tests: ["GET /api/health/details"], because: "it is the state of a node" },
  { file: "rest-metrics-waiting", because: "metrics are a node's own" },
  { file: "rest-api-key-https", tests: ["REST §3: auto without"], because: WARNS },
  { file: "rest-device-guard", tests: ["REST §14: an address cannot get around"], because: WARNS },
  {
    file: "rest-edge",
    tests: ["REST §20: MQTT over WebSocket knows"],
    because: "how many connections of an address are open at a time counts for each node",
  },
  {
    file: "rest-security",
    tests: ["REST §20: an attempt that would have to wait"],
    because: "how many attempts wait for their turn at a time counts for each node",
  },
  {
    file: "rest-telemetry",
    tests: ["REST §9.1: the latest of thousands"],
    because: "one such call of a tenant at a time counts for each node",
  },
  {
    file: "rest-usage",
    tests: ["REST §5: beyond maxEmails"],
    because: "a node that a tenant has not used before learns ten seconds late what others have counted of its month",
  },
];
