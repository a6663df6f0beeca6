// Another version of the platform: a copy of the sources with what a next version may change of what nodes share. No version was
// released yet that could stand beside this one, and this way the product need not know that it is tested.
import { cp, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { migrations } from "../../src/adapters/postgres/migrations/index.ts";
import { occurrences } from "../mutants/fault.ts";

const ROOT = join(import.meta.dirname, "../..");
const LAST = Math.max(...migrations.map(({ number }) => number));

interface Edit {
  /** Below `src`. */
  readonly file: string;
  /** Occurs once. */
  readonly text: string;
  readonly becomes: string;
}

/** More of everything: columns of all tables, members of all messages, kinds of facts, topics, and of frames what was left free. */
const ADDITIONS: readonly Edit[] = [
  {
    file: "adapters/nats/stream-bus.ts",
    text: 'const frame = `{"nodeId":${JSON.stringify(local.nodeId)},"events":[${taken.join(",")}]}`;',
    becomes: `const further = taken.map((text) => text.replace(/}$/, ',"later":{}}'));
      further.push('{"kind":"of-the-next-version","deviceId":[]}');
      const frame = \`{"version":2,"nodeId":\${JSON.stringify(local.nodeId)},"events":[\${further.join(",")}]}\`;
      await events.append(99, [Buffer.from([0xff, 0])]);`,
  },
  {
    file: "adapters/nats/stream-frame.ts",
    text: "frame.writeUInt8(kind, KIND_AT);",
    becomes: "frame.writeUInt8(kind, KIND_AT); frame.writeUInt16LE(0xbeef, KIND_AT + 1);",
  },
  {
    file: "adapters/nats/nats-peers.ts",
    text: "return JSON.stringify(content);",
    becomes: `return JSON.stringify(isObject(content) ? { ...content, later: [1] } : content);
}
function isObject(content: unknown): content is object {
  return typeof content === "object" && content !== null && !Array.isArray(content);`,
  },
  {
    file: "adapters/nats/nats-peers.ts",
    text: "this.#connection.publish(`${PREFIX}.all.${topic}.${this.nodeId}`, textOf(content));",
    becomes: `this.#connection.publish(\`\${PREFIX}.all.\${topic}.\${this.nodeId}\`, textOf(content));
      this.#connection.publish(\`\${PREFIX}.all.of-the-next-version.\${this.nodeId}\`, textOf(content));`,
  },
  {
    file: "adapters/duckdb/lake/lake-telemetry-store.ts",
    text: '[Buffer.from(JSON.stringify(change), "utf8")]',
    becomes: '[Buffer.from(JSON.stringify({ ...change, later: true }), "utf8")]',
  },
  {
    file: "adapters/sql/stores/health-store.ts",
    text: "this.connection.exec(this.connection.dialect.touch);",
    becomes: 'this.connection.run("UPDATE later_table SET touches = touches + 1");',
  },
  migrating(
    LAST + 1,
    `needs: ${String(LAST)},`,
    `for (const { name } of connection.all("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'bridgehead' AND tablename <> 'migration'"))
      connection.exec(\`ALTER TABLE \${String(name)} ADD COLUMN later text NOT NULL DEFAULT 'x'\`);
    connection.exec("CREATE TABLE later_table (touches bigint NOT NULL); INSERT INTO later_table VALUES (0)");
    connection.exec("CREATE INDEX device_later ON device (later, tenant_id)");`,
  ),
];

/** Something that the version before may use is gone. */
const REMOVAL = migrating(LAST + 2, "", 'connection.exec("ALTER TABLE device DROP COLUMN later");');

function migrating(number: number, needs: string, up: string): Edit {
  return {
    file: "adapters/postgres/migrations/index.ts",
    text: "...ofBoth.filter(({ number }) => number > baseline.number)",
    becomes: `...ofBoth.filter(({ number }) => number > baseline.number),
  { number: ${String(number)}, name: "of-another-version", ${needs} up: (connection) => { ${up} } }`,
  };
}

/** The entry of a next version, beside which nodes of this one may run. */
export async function nextVersion(folder: string): Promise<string> {
  return await edited(join(folder, "next-version"), ADDITIONS);
}

/** The entry of the version after that, which nodes of this one cannot bear. */
export async function farVersion(folder: string): Promise<string> {
  return await edited(join(folder, "far-version"), [...ADDITIONS, REMOVAL]);
}

async function edited(folder: string, edits: readonly Edit[]): Promise<string> {
  await mkdir(folder, { recursive: true });
  for (const entry of await readdir(ROOT))
    if (entry !== "src" && entry !== "package.json" && !entry.startsWith("."))
      await symlink(join(ROOT, entry), join(folder, entry));
  await cp(join(ROOT, "package.json"), join(folder, "package.json"));
  const src = join(folder, "src");
  await cp(join(ROOT, "src"), src, { recursive: true, filter: (path) => !path.endsWith(".test.ts") });
  for (const { file, text, becomes } of edits) {
    const path = join(src, file);
    const source = await readFile(path, "utf8");
    if (occurrences(source, text) !== 1) throw new Error(`${file} does not have "${text}" once`);
    await writeFile(
      path,
      source.replace(text, () => becomes),
    );
  }
  return join(src, "main.ts");
}
