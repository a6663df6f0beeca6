// Keeps dependencies pointing inward: main -> app -> transport -> core <- adapters, and lib below all of them.
import { expect, test } from "vitest";
import type { Import } from "./source-tree.ts";
import { filesBelow, importsOf, productSource } from "./source-tree.ts";

const MAY_IMPORT: ReadonlyMap<string, readonly string[]> = new Map([
  ["main.ts", ["app", "core", "lib"]],
  ["app", ["app", "transport", "adapters", "core", "lib"]],
  ["transport", ["transport", "core", "lib"]],
  ["adapters", ["adapters", "core", "lib"]],
  ["core", ["core", "lib"]],
  ["lib", ["lib"]],
]);

/** Areas of core that others may use, in addition to its own files and the files directly in core. */
const CORE_FOR_ALL = ["bus", "cluster", "devices"];
const CORE_NEIGHBOURS: ReadonlyMap<string, readonly string[]> = new Map([
  ["access", ["customers", "tenants", "users"]],
  ["analytics", ["telemetry", "attributes"]],
  ["customers", ["tenants"]],
  ["dashboards", ["analytics", "entity-query", "subscriptions"]],
  ["entity-query", ["attributes"]],
  ["history", ["telemetry"]],
  ["monitoring", ["tenants", "usage"]],
  ["usage", ["tenants"]],
  ["users", ["access", "tenants"]],
]);

const imports = productSource().flatMap(importsOf);
const ours = imports.filter(({ isOurs, to }) => isOurs && to.endsWith(".ts"));
const outside = imports.filter(({ isOurs, to }) => !isOurs && !to.startsWith("node:"));

test("imports between the parts of src point inward", () => {
  const wrong = ours.filter(({ from, to }) => !(MAY_IMPORT.get(partOf(from)) ?? []).includes(partOf(to)));

  expect(wrong.map(show)).toEqual([]);
});

test("an area of core imports its own files, what lies directly in core, the bus, what nodes of a cluster share, and devices", () => {
  const wrong = ours.filter(({ from, to }) => {
    const [area, neighbour] = [coreAreaOf(from), coreAreaOf(to)];
    if (area === undefined || neighbour === undefined || area === neighbour) return false;
    return ![...CORE_FOR_ALL, ...(CORE_NEIGHBOURS.get(area) ?? [])].includes(neighbour);
  });

  expect(wrong.map(show)).toEqual([]);
});

test("files directly in core import no area of core", () => {
  const wrong = ours.filter(
    ({ from, to }) => partOf(from) === "core" && coreAreaOf(from) === undefined && coreAreaOf(to) !== undefined,
  );

  expect(wrong.map(show)).toEqual([]);
});

test("MQTT knows no other transport, and the topic APIs know only its types", () => {
  const wrong = ours.filter(({ from, to, isTypeOnly }) => {
    const [edge, other] = [folderOf(from), folderOf(to)];
    if (!edge.startsWith("src/transport/") || !other.startsWith("src/transport/") || edge === other) return false;
    return edge === "src/transport/mqtt" || (other === "src/transport/mqtt" && !isTypeOnly);
  });

  expect(wrong.map(show)).toEqual([]);
});

test("adapters of different technologies do not import each other, except that both databases run the stores of sql", () => {
  const wrong = ours.filter(
    ({ from, to }) =>
      partOf(from) === "adapters" &&
      partOf(to) === "adapters" &&
      folderOf(from) !== folderOf(to) &&
      !(/^src\/adapters\/(?:sqlite|postgres)\//u.test(from) && to.startsWith("src/adapters/sql/")),
  );

  expect(wrong.map(show)).toEqual([]);
});

/** Schemas of what core parses are written where it does; those of routes, in the transport that has them. */
const SCHEMAS = "typebox";

test("each outside library is imported in one folder", () => {
  const foldersByLibrary = Map.groupBy(
    outside.filter(({ to, from }) => to !== SCHEMAS || partOf(from) !== "core"),
    ({ to }) => to,
  );
  const spread = [...foldersByLibrary]
    .map(([library, uses]) => [library, [...new Set(uses.map(({ from }) => folderOf(from)))]] as const)
    .filter(([, folders]) => folders.length > 1);

  expect(spread).toEqual([]);
});

/** What core may use from outside, and the one folder or file that does. */
const CORE_LIBRARIES: ReadonlyMap<string, string> = new Map([
  ["uuid", "src/core/ids.ts"],
  [SCHEMAS, "src/core/"],
  ["yazl", "src/core/analytics/files/"],
]);

test("core uses no outside library, but for those that are listed, each in its place", () => {
  const wrong = outside.filter(
    ({ from, to }) => partOf(from) === "core" && !from.startsWith(CORE_LIBRARIES.get(to) ?? "nowhere"),
  );

  expect(wrong.map(show)).toEqual([]);
});

/** What only a node of a cluster needs: a platform that runs alone loads none of it, neither at its start nor later. */
const OF_CLUSTER = /^(src\/(app\/cluster|adapters\/(postgres|nats|duckdb\/lake))\/|pg$|@nats-io\/)/;

test("a platform that runs alone loads nothing of a cluster", () => {
  const loaded = new Set(["src/main.ts"]);
  const atRunTime = imports.filter(({ isTypeOnly, isLazy, to }) => !isTypeOnly && !(isLazy && OF_CLUSTER.test(to)));
  // A set grows while it is gone through.
  for (const module of loaded) for (const { to } of atRunTime.filter(({ from }) => from === module)) loaded.add(to);
  const lazy = imports.filter(({ isLazy, to }) => isLazy && OF_CLUSTER.test(to));

  expect(loaded).toContain("src/app/folder-storage.ts");
  expect([...loaded].filter((module) => OF_CLUSTER.test(module))).toEqual([]);
  expect(lazy.map(show).sort()).toEqual([
    "src/app/commands/cluster.ts -> src/app/cluster/accept-loss.ts",
    "src/app/commands/cluster.ts -> src/app/cluster/export-folder.ts",
    "src/app/commands/cluster.ts -> src/app/cluster/import-folder.ts",
    "src/app/open-storage.ts -> src/app/cluster/cluster-storage.ts",
  ]);
});

test("no import cycles", () => {
  expect(cyclesIn(ours)).toEqual([]);
});

const webImports = filesBelow("web", ".ts", ".tsx")
  .filter(({ path }) => !path.startsWith("web/dist/") && !path.includes(".test."))
  .flatMap(importsOf);
const oursInWeb = webImports.filter(({ isOurs }) => isOurs);

/** What components may know of the API at run time: what went wrong, and how its texts are read. */
const API_FOR_COMPONENTS = ["web/api/json.ts", "web/api/problem.ts"];
/** What components may know of the app around the pages. */
const APP_FOR_COMPONENTS = ["web/app/theme.ts"];

test("components of the web interface are given what they show: they import no page and fetch nothing", () => {
  const wrong = oursInWeb.filter(({ from, to, isTypeOnly }) => {
    if (partOf(from) !== "components") return false;
    if (partOf(to) === "api") return !isTypeOnly && !API_FOR_COMPONENTS.includes(to);
    return partOf(to) === "pages" || (partOf(to) === "app" && !APP_FOR_COMPONENTS.includes(to));
  });
  const fetching = webImports.filter(
    ({ from, to, isTypeOnly }) => partOf(from) === "components" && to === "@tanstack/react-query" && !isTypeOnly,
  );

  expect([...wrong, ...fetching].map(show)).toEqual([]);
});

test("the API of the web interface knows neither components nor pages", () => {
  const wrong = oursInWeb.filter(
    ({ from, to }) => partOf(from) === "api" && !["api", "lib", "words"].includes(partOf(to)),
  );

  expect(wrong.map(show)).toEqual([]);
});

/** Tables and schemas that the service checks by, and the web interface offers and edits; and the words of what the service tells. */
const TABLES_FOR_WEB = [
  "src/core/analytics/view/aggregate-rules.ts",
  "src/core/analytics/view/view-schema.ts",
  "src/core/analytics/view/field-schema.ts",
  "src/core/dashboards/configuration-schema.ts",
  "src/core/dashboards/panel-options-schema.ts",
  "src/core/schema-words.ts",
  "src/core/analytics/report/warning-words.ts",
  "src/core/installation/finding-words.ts",
  "src/core/problem-words.ts",
];

test("of src, the web interface uses what is in lib, and tables of rules, and runs in a browser", () => {
  const isSource = ({ from, to }: Import): boolean => from.startsWith("web/") && to.startsWith("src/");
  const used = new Set(oursInWeb.filter(isSource).map(({ to }) => to));
  const atRunTime = ours.filter(({ isTypeOnly }) => !isTypeOnly);
  // A set grows while it is gone through.
  for (const module of used) for (const { to } of atRunTime.filter(({ from }) => from === module)) used.add(to);

  expect([...used].filter((module) => !module.startsWith("src/lib/") && !TABLES_FOR_WEB.includes(module))).toEqual([]);
  expect(imports.filter(({ from, to }) => used.has(from) && to.startsWith("node:")).map(show)).toEqual([]);
});

test("of the app around the pages, the router alone imports them", () => {
  const wrong = oursInWeb.filter(
    ({ from, to }) => partOf(from) === "app" && partOf(to) === "pages" && from !== "web/app/router.tsx",
  );

  expect(wrong.map(show)).toEqual([]);
});

test("no import cycles in the web interface", () => {
  expect(cyclesIn(oursInWeb)).toEqual([]);
});

/** Each as the files on the way around. */
function cyclesIn(imported: readonly Import[]): readonly string[] {
  const targets = Map.groupBy(imported, ({ from }) => from);
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, trail: readonly string[]): void => {
    const start = trail.indexOf(file);
    if (start >= 0) cycles.push([...trail.slice(start), file].join(" -> "));
    if (start >= 0 || done.has(file)) return;
    for (const { to } of targets.get(file) ?? []) visit(to, [...trail, file]);
    done.add(file);
  };
  for (const file of targets.keys()) visit(file, []);
  return cycles;
}

/** "core" for src/core/..., "main.ts" for src/main.ts, "pages" for web/pages/... */
function partOf(path: string): string {
  return path.split("/")[1] ?? path;
}

/** src/part/folder where there is one, else src/part. */
function folderOf(path: string): string {
  return path.split("/").slice(0, -1).slice(0, 3).join("/");
}

function coreAreaOf(path: string): string | undefined {
  const parts = path.split("/");
  return parts[1] === "core" && parts.length > 3 ? parts[2] : undefined;
}

function show({ from, to }: Import): string {
  return `${from} -> ${to}`;
}
