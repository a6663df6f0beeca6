// The files of `deploy/` name settings, metrics and bounds of the platform as they are.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { bounds } from "../../src/app/bounds.ts";
import { configOf, settings } from "../../src/app/config.ts";
import { fetchedProgram } from "../../tools/cluster/programs.ts";
import { COPIED } from "../../tools/package/copied.ts";
import { filesBelow, ROOT } from "./source-tree.ts";

const DEPLOY = filesBelow("deploy", ".yml", ".cfg", ".conf", ".service", "Dockerfile", "Caddyfile");
/** Of other programs: tools for buckets, the runtime, systemd, and those of compose.yml. */
const OTHERS =
  /^(AF_|AWS_|OTEL_|NODE_|POSTGRES_|NATS_PASSWORD$|BUCKET_SECRET$|SERVER_NAME$|UV_THREADPOOL_SIZE$|PYTHON_IMAGE$)/;
const SETTING = /\b(?:[A-Z][A-Z0-9]*_)+[A-Z0-9]+\b/g;
const defaults = configOf({});
const names = new Set(Object.values(settings).map(({ environment }) => environment));

const read = (path: string): string => readFileSync(join(ROOT, "deploy", path), "utf8");
const metrics = filesBelow("src/app", "metrics.ts").map(({ text }) => text);

interface Pod {
  readonly terminationGracePeriodSeconds: number;
  readonly containers: readonly [
    {
      readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
      readonly lifecycle?: { readonly preStop: { readonly sleep: { readonly seconds: number } } };
    },
  ];
}

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: object;
}

const manifestsOf = (path: string): readonly Manifest[] =>
  parseAllDocuments(read(path)).map((document) => document.toJS() as Manifest);

function specOf<Spec>(path: string, kind: string): Spec {
  return manifestsOf(path).find((manifest) => manifest.kind === kind)?.spec as Spec;
}

test("what the package is made of gets into the image", () => {
  const letIn = readFileSync(join(ROOT, ".dockerignore"), "utf8")
    .split("\n")
    .flatMap((line) => (line.startsWith("!") ? [line.slice(1)] : []));
  const lacking = COPIED.filter((path) => !letIn.some((prefix) => path === prefix || path.startsWith(`${prefix}/`)));
  expect(lacking).toEqual([]);
});

test("each setting that a file of deployments names is one", () => {
  const unknown = DEPLOY.flatMap(({ path, text }) =>
    [...text.matchAll(SETTING)]
      .map(([name]) => name)
      .filter((name) => !names.has(name) && !OTHERS.test(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

test.each(["kubernetes.yml", "cluster/kubernetes.yml"])(
  "%s opens the ports that the platform listens on, and waits longer than a stop takes",
  (path) => {
    const { template } = specOf<{ readonly template: { readonly spec: Pod } }>(
      path,
      path.startsWith("cluster") ? "Deployment" : "StatefulSet",
    );
    const [{ ports, lifecycle }] = template.spec.containers;
    expect(Object.fromEntries(ports.map(({ name, containerPort }) => [name, containerPort]))).toEqual({
      https: defaults.http.port,
      mqtts: defaults.mqtt.tls.port,
    });
    const pauseSeconds = lifecycle?.preStop.sleep.seconds ?? 0;
    expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(
      pauseSeconds + bounds["stop.timeoutMillis"] / 1_000,
    );
  },
);

test("the autoscaler's metric is one of the platform's, and the adapter offers it by this name", () => {
  const { metrics: wanted, scaleTargetRef } = specOf<{
    readonly metrics: readonly [{ readonly pods: { readonly metric: { readonly name: string } } }];
    readonly scaleTargetRef: { readonly name: string };
  }>("cluster/kubernetes.yml", "HorizontalPodAutoscaler");
  const { name } = wanted[0].pods.metric;
  const { rules } = parse(read("cluster/prometheus-adapter-values.yml")) as {
    readonly rules: {
      readonly custom: readonly [{ readonly seriesQuery: string; readonly name: { readonly as: string } }];
    };
  };
  expect(
    rules.custom.map(({ name: offered, seriesQuery }) => [offered.as, seriesQuery.startsWith(`${name}{`)]),
  ).toEqual([[name, true]]);
  expect(metrics.some((text) => text.includes(`"${name.replace("bridgehead_", "")}"`))).toBe(true);
  expect(manifestsOf("cluster/kubernetes.yml").find(({ kind }) => kind === "Deployment")?.metadata.name).toBe(
    scaleTargetRef.name,
  );
});

test("NATS servers sync each message, and take the largest one of a node, in containers and by the chart", () => {
  const { config } = parse(read("cluster/nats-values.yml").replaceAll("<<", "").replaceAll(">>", "")) as {
    readonly config: {
      readonly cluster: { readonly replicas: number };
      readonly jetstream: { readonly merge: { readonly sync_interval: string } };
      readonly merge: { readonly max_payload: number };
    };
  };
  expect(config.jetstream.merge.sync_interval).toBe("always");
  expect(config.merge.max_payload).toBeGreaterThanOrEqual(bounds["cluster.log.messageBytesMax"]);
  expect(config.cluster.replicas).toBe(defaults.cluster.natsReplicas);
  const inContainers = read("cluster/nats.conf");
  expect(inContainers).toMatch(/^ {2}sync_interval: always$/m);
  expect(Number(/^max_payload: (\d+)$/m.exec(inContainers)?.[1])).toBeGreaterThanOrEqual(
    bounds["cluster.log.messageBytesMax"],
  );
});

test("the NATS server takes its file", () => {
  const folder = mkdtempSync(join(tmpdir(), "bridgehead-nats-file-"));
  const env = { SERVER_NAME: "nats-1", NATS_PASSWORD: "secret" };
  const { status, stderr } = spawnSync(
    fetchedProgram("nats-server"),
    ["-t", "--config", join(ROOT, "deploy/cluster/nats.conf")],
    {
      cwd: folder,
      env,
      encoding: "utf8",
    },
  );
  rmSync(folder, { recursive: true });
  expect([status, stderr]).toEqual([0, expect.stringContaining("is valid") as unknown]);
});

test("HAProxy and the nodes of compose.yml agree on names and ports", () => {
  const { services } = parse(read("cluster/compose.yml"), { merge: true }) as {
    readonly services: Readonly<Record<string, { readonly environment?: Readonly<Record<string, string>> }>>;
  };
  const nodes = Object.keys(services).filter((name) => name.startsWith("node-"));
  const places = [...read("cluster/haproxy.cfg").matchAll(/^ {2}server (\S+) (\S+):(\d+)(?: port (\d+))?$/gm)];
  const [http, mqtt] = [defaults.http.port, defaults.mqtt.port];
  for (const [, name, host, port, asked] of places) {
    expect(name).toBe(host);
    expect([String(http), `${String(mqtt)} ${String(http)}`]).toContain(
      asked === undefined ? port : `${String(port)} ${asked}`,
    );
  }
  expect(places.map(([, name]) => name)).toEqual([...nodes, ...nodes, ...nodes, ...nodes]);
  for (const node of nodes)
    expect(services[node]?.environment).toMatchObject({ ALLOW_PLAINTEXT: "true", TLS_AUTO: "false" });
});
