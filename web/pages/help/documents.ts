// The documents of `docs/` that the web interface ships, so that Help needs no other server. Each is a chunk of its own.
interface Text {
  readonly default: string;
}

export interface Document {
  /** Of its file, without the ending; also in its address. */
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly load: () => Promise<Text>;
}

export interface DocumentGroup {
  readonly label: string;
  readonly documents: readonly Document[];
}

export const DOCUMENT_GROUPS: readonly DocumentGroup[] = [
  {
    label: "Connect and use",
    documents: [
      document(
        "gateway-api",
        "Gateway API",
        "Topics and payloads of gateways and devices over MQTT.",
        () => import("../../../docs/gateway-api.md?raw"),
      ),
      document(
        "rest-api",
        "REST API",
        "Devices, values, commands, users and limits over HTTP.",
        () => import("../../../docs/rest-api.md?raw"),
      ),
      document(
        "dashboards",
        "Dashboards",
        "Panels, time ranges, sharing and wall screens.",
        () => import("../../../docs/dashboards.md?raw"),
      ),
      document(
        "analytics",
        "Reports",
        "Table views: columns, filters, groups, charts and files.",
        () => import("../../../docs/analytics.md?raw"),
      ),
      document(
        "migration",
        "Coming from ThingsBoard",
        "Moving devices, history and users of a plant.",
        () => import("../../../docs/migration.md?raw"),
      ),
    ],
  },
  {
    label: "Operate",
    documents: [
      document(
        "operations",
        "Operations",
        "Installing, TLS, proxies, backups, upgrades, monitoring.",
        () => import("../../../docs/operations.md?raw"),
      ),
      document(
        "settings",
        "Settings",
        "Every setting, its variable, default and bounds.",
        () => import("../../../docs/settings.md?raw"),
      ),
      document(
        "security",
        "Security",
        "What protects an installation, and what its operator does.",
        () => import("../../../docs/security.md?raw"),
      ),
      document(
        "performance",
        "Performance",
        "Measured capacity, and how it was measured.",
        () => import("../../../docs/performance.md?raw"),
      ),
      document(
        "reliability",
        "Reliability",
        "What the platform has been put through.",
        () => import("../../../docs/reliability.md?raw"),
      ),
    ],
  },
  {
    label: "Run a cluster",
    documents: [
      document(
        "cluster",
        "Cluster",
        "Several nodes: what works, deploying and operating.",
        () => import("../../../docs/cluster.md?raw"),
      ),
      document(
        "cluster-guarantees",
        "Guarantees of a cluster",
        "What it promises when something fails.",
        () => import("../../../docs/cluster-guarantees.md?raw"),
      ),
      document(
        "cluster-services",
        "Services for a cluster",
        "Choosing PostgreSQL, NATS and a bucket.",
        () => import("../../../docs/cluster-services.md?raw"),
      ),
      document(
        "cluster-sizing",
        "Size of a cluster",
        "What nodes and services need for your plant.",
        () => import("../../../docs/cluster-sizing.md?raw"),
      ),
      document(
        "cluster-scale",
        "Scale of a cluster",
        "How far it would go, computed.",
        () => import("../../../docs/cluster-scale.md?raw"),
      ),
    ],
  },
];

export const DOCUMENTS: ReadonlyMap<string, Document> = new Map(
  DOCUMENT_GROUPS.flatMap(({ documents }) => documents).map((each) => [each.name, each]),
);

function document(name: string, title: string, about: string, load: () => Promise<Text>): Document {
  return { name, title, about, load };
}
