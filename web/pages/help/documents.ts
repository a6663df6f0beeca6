// The documents of `docs/` that the web interface ships, so that Help needs no other server. Each is a chunk of its own.
import { words } from "../../words/words.ts";

const WORDS = words.help;

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
    label: WORDS.groups.use,
    documents: [
      // First what a person with a browser needs, then what a program does.
      document("dashboards", () => import("../../../docs/dashboards.md?raw")),
      document("analytics", () => import("../../../docs/analytics.md?raw")),
      document("gateway-api", () => import("../../../docs/gateway-api.md?raw")),
      document("rest-api", () => import("../../../docs/rest-api.md?raw")),
      document("migration", () => import("../../../docs/migration.md?raw")),
    ],
  },
  {
    label: WORDS.groups.operate,
    documents: [
      document("operations", () => import("../../../docs/operations.md?raw")),
      document("settings", () => import("../../../docs/settings.md?raw")),
      document("security", () => import("../../../docs/security.md?raw")),
      document("performance", () => import("../../../docs/performance.md?raw")),
      document("reliability", () => import("../../../docs/reliability.md?raw")),
    ],
  },
  {
    label: WORDS.groups.cluster,
    documents: [
      document("cluster", () => import("../../../docs/cluster.md?raw")),
      document("cluster-guarantees", () => import("../../../docs/cluster-guarantees.md?raw")),
      document("cluster-services", () => import("../../../docs/cluster-services.md?raw")),
      document("cluster-sizing", () => import("../../../docs/cluster-sizing.md?raw")),
      document("cluster-scale", () => import("../../../docs/cluster-scale.md?raw")),
    ],
  },
];

export const DOCUMENTS: ReadonlyMap<string, Document> = new Map(
  DOCUMENT_GROUPS.flatMap(({ documents }) => documents).map((each) => [each.name, each]),
);

function document(name: keyof typeof WORDS.documents, load: () => Promise<Text>): Document {
  return { name, ...WORDS.documents[name], load };
}
