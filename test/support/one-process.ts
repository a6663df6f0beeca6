// Conformance tests that say nothing about a cluster, each with the reason. They are left out where the platform is three nodes; every
// other test is the same there.

export interface LeftOut {
  /** Without `test/conformance/` and `.test.ts`. */
  readonly file: string;
  /** How the names of the tests begin; without it, all tests of the file. */
  readonly tests?: readonly string[];
  readonly because: string;
}

const PROXY =
  "the test is the proxy in front of the platform, which in a cluster is the balancer: it replaces what a client says of itself";
const FOLDER = "it looks into the files of the data folder, where a node keeps nothing";

export const ONE_PROCESS: readonly LeftOut[] = [
  {
    file: "rest-api-key-https",
    tests: ["REST-49", "REST §3: auto behind", "REST §3: auto does not", "REST §3: auto without"],
    because: PROXY,
  },
  { file: "rest-api-keys", tests: ["REST-48", "REST §3: the value is kept"], because: FOLDER },
];
