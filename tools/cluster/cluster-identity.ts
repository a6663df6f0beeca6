// What a cluster keeps from one start to the next, in its folder: its passwords, its key, and its ports, as its engines know each
// other by their addresses.
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { member } from "../../test/support/rest-client.ts";
import { parseJson, writeJson } from "../../src/lib/json.ts";
import { BUCKET_PORTS_COUNT } from "./bucket-server.ts";
import { freePorts, isFree } from "./free-ports.ts";
import { NATS_PORTS_COUNT } from "./nats-cluster.ts";

const PORTS_OF_NODE = 3;

export interface ClusterIdentity {
  /** Of PostgreSQL, NATS and the bucket. */
  readonly password: string;
  /** In hexadecimal digits. */
  readonly masterKey: string;
  readonly ports: {
    readonly postgres: readonly number[];
    readonly nats: readonly number[];
    readonly bucket: readonly number[];
    /** Three for each node. */
    readonly nodes: readonly number[];
  };
}

/** Of the cluster in this folder, with ports for so many nodes; a new one where there is none. Throws where a port is taken. */
export async function identityIn(folder: string, nodes: number): Promise<ClusterIdentity> {
  const file = join(folder, "cluster.json");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const known = existsSync(file) ? parseIdentity(await readFile(file, "utf8"), file) : undefined;
  const missing = nodes * PORTS_OF_NODE - (known?.ports.nodes.length ?? 0);
  if (known !== undefined) await requireFree(known, nodes);
  if (known !== undefined && missing <= 0) return known;
  const identity = known === undefined ? await newIdentity(missing) : await withMoreNodes(known, missing);
  await writeFile(`${file}.new`, writeJson(identity), { mode: 0o600 });
  await rename(`${file}.new`, file);
  return identity;
}

async function newIdentity(nodePorts: number): Promise<ClusterIdentity> {
  const ports = [...(await freePorts(1 + NATS_PORTS_COUNT + BUCKET_PORTS_COUNT + nodePorts))];
  return {
    password: randomBytes(16).toString("hex"),
    masterKey: randomBytes(32).toString("hex"),
    ports: {
      postgres: ports.splice(0, 1),
      nats: ports.splice(0, NATS_PORTS_COUNT),
      bucket: ports.splice(0, BUCKET_PORTS_COUNT),
      nodes: ports,
    },
  };
}

async function withMoreNodes(identity: ClusterIdentity, count: number): Promise<ClusterIdentity> {
  const { ports } = identity;
  const used = new Set(Object.values(ports).flat());
  // Those of engines are free as well, as nothing has been started.
  const free = (await freePorts(count + used.size)).filter((port) => !used.has(port)).slice(0, count);
  return { ...identity, ports: { ...ports, nodes: [...ports.nodes, ...free] } };
}

async function requireFree({ ports }: ClusterIdentity, nodes: number): Promise<void> {
  const used = { ...ports, nodes: ports.nodes.slice(0, nodes * PORTS_OF_NODE) };
  for (const [name, numbers] of Object.entries(used))
    for (const port of numbers)
      if (!(await isFree(port))) throw new Error(`port ${String(port)} of ${name} is taken by another program`);
}

function parseIdentity(text: string, file: string): ClusterIdentity {
  const json = parseJson(text);
  const [password, masterKey] = [member(json, "password"), member(json, "masterKey")];
  const portsOf = (name: string): readonly number[] => {
    const ports = member(json, "ports", name);
    if (!Array.isArray(ports) || !ports.every((port) => typeof port === "number"))
      throw new Error(`${file} has no ports of ${name}`);
    return ports;
  };
  if (typeof password !== "string" || typeof masterKey !== "string") throw new Error(`${file} has no password or key`);
  return {
    password,
    masterKey,
    ports: {
      postgres: portsOf("postgres"),
      nats: portsOf("nats"),
      bucket: portsOf("bucket"),
      nodes: portsOf("nodes"),
    },
  };
}
