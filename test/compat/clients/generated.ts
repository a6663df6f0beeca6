// The clients that public generators make of the description which the platform serves: generated and compiled as they are,
// without a patch. The programs that call the platform with them print "ok NAME" or "failed NAME: why" for each call.
import { spawn } from "node:child_process";
import { cp, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { TENANT_ADMIN } from "../../support/killable-server.ts";
import { servedDocument } from "../../../tools/openapi/document.ts";
import type { CompatClient, Scenario } from "../compat-client.ts";
import type { CompatServer } from "../compat-server.ts";
import { Program } from "../program.ts";
import { run, type Tools } from "../tools.ts";

const VERSION = "7.25.0";
/** Its archive for Java, as a package for Python brings it. */
const GENERATOR = `openapi-generator-cli==${VERSION}`;
/** What the client of OpenAPI Generator names as its own dependencies. */
const PYTHON_CLIENT = [
  "urllib3==2.5.0",
  "python-dateutil==2.9.0.post0",
  "pydantic==2.11.7",
  "typing-extensions==4.14.1",
];
const PYTHON_GENERATOR = "openapi-python-client==0.29.1";

const PROGRAMS = join(import.meta.dirname, "../programs/generated");
const TSC = join(import.meta.dirname, "../../../node_modules/typescript/bin/tsc");

/** The calls that each program makes, in their order. */
const CALLS = [
  ...["login", "getUser", "saveDevice", "getDeviceInfoById", "getDeviceCredentialsByDeviceId", "saveEntityTelemetry"],
  ...["getLatestTimeseries", "saveEntityAttributesV2", "getAttributesByScope", "getTenantDeviceInfos"],
  ...["handleOneWayDeviceRPCRequestV2", "not found", "deleteDevice"],
] as const;

/** A program with its client, ready to run. */
interface Built {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

interface Workshop {
  readonly tools: Tools;
  /** The description, as a file. */
  readonly document: string;
  /** An empty folder. */
  readonly folder: string;
}

export const generatedClients: readonly CompatClient[] = [
  client("generated-python", VERSION, async (workshop) => {
    const { tools, folder } = workshop;
    await generate(workshop, "python", folder, "--package-name", "bridgehead_client");
    const { python } = await tools.python(...PYTHON_CLIENT);
    await run(python, ["-m", "compileall", "-q", join(folder, "bridgehead_client")]);
    return { command: python, args: [join(PROGRAMS, "python/calls.py")], env: { PYTHONPATH: folder } };
  }),
  client("openapi-python-client", "0.29.1", async ({ tools, document, folder }) => {
    const { python } = await tools.python(PYTHON_GENERATOR);
    const target = join(folder, "bridgehead");
    const options = ["--path", document, "--output-path", target, "--meta", "none"];
    const said = await run(python, ["-m", "openapi_python_client", "generate", ...options]);
    // It has no words for bodies of CSV and NDJSON.
    const missing = said.match(/(?<=WARNING parsing )\S+ \S+(?=.*not be generated)/g) ?? [];
    if (missing.some((call) => call !== "POST /api/telemetry/import"))
      throw new Error(`not made: ${missing.join(", ")}`);
    await run(python, ["-m", "compileall", "-q", target]);
    return { command: python, args: [join(PROGRAMS, "openapi-python-client/calls.py")], env: { PYTHONPATH: folder } };
  }),
  client("generated-typescript", VERSION, async (workshop) => {
    const { folder } = workshop;
    await generate(workshop, "typescript-fetch", join(folder, "client"));
    await cp(join(PROGRAMS, "typescript-fetch/calls.ts"), join(folder, "calls.ts"));
    // The client names its files without their ending, as bundlers take them.
    const form = ["--module", "commonjs", "--moduleResolution", "node10", "--ignoreDeprecations", "6.0"];
    await run(process.execPath, [TSC, "--strict", "--target", "es2022", ...form, "--outDir", "out", "calls.ts"], {
      cwd: folder,
    });
    await writeFile(join(folder, "package.json"), '{"type":"commonjs"}');
    return { command: process.execPath, args: [join(folder, "out/calls.js")] };
  }),
  client("generated-go", VERSION, async (workshop) => {
    const { folder } = workshop;
    const target = join(folder, "client");
    await generate(workshop, "go", target, "--package-name", "bridgehead");
    await run("go", ["mod", "edit", "-module", "bridgehead.example/client"], { cwd: target });
    await run("go", ["vet", "."], { cwd: target });
    await cp(join(PROGRAMS, "go/main.go"), join(folder, "main.go"));
    const needs = ["module bridgehead.example/calls", "go 1.23", "require bridgehead.example/client v0.0.0"];
    await writeFile(join(folder, "go.mod"), `${needs.join("\n")}\nreplace bridgehead.example/client => ./client\n`);
    await run("go", ["mod", "tidy"], { cwd: folder });
    await run("go", ["build", "-o", "calls", "."], { cwd: folder });
    return { command: join(folder, "calls"), args: [] };
  }),
  client("generated-java", VERSION, async (workshop) => {
    const { folder } = workshop;
    const place = "io.bridgehead.client";
    const names = ["--invoker-package", place, "--api-package", `${place}.api`, "--model-package", `${place}.model`];
    await generate(workshop, "java", folder, "--library", "native", ...names);
    await cp(join(PROGRAMS, "java/Calls.java"), join(folder, "src/main/java/Calls.java"));
    await run("mvn", ["-q", "-B", "compile", "dependency:build-classpath", "-Dmdep.outputFile=classpath"], {
      cwd: folder,
    });
    const libraries = (await readFile(join(folder, "classpath"), "utf8")).trim();
    return { command: "java", args: ["-cp", `${join(folder, "target/classes")}:${libraries}`, "Calls"] };
  }),
];

function client(name: string, version: string, build: (workshop: Workshop) => Promise<Built>): CompatClient {
  return {
    name,
    async install(tools) {
      const document = join(tools.scratch(`${name}-description`), "openapi.json");
      await writeFile(document, await servedDocument());
      const built = await build({ tools, document, folder: tools.scratch(name) });
      return { version, scenarios: scenariosOf(built) };
    },
  };
}

async function generate({ tools, document }: Workshop, generator: string, folder: string, ...more: string[]) {
  const { python } = await tools.python(GENERATOR);
  await run(join(dirname(python), "openapi-generator-cli"), [
    "generate",
    "-i",
    document,
    "-g",
    generator,
    "-o",
    folder,
    ...more,
  ]);
}

/** The program runs once, when the first of its calls is asked for. */
function scenariosOf(built: Built): readonly Scenario[] {
  let printed: Promise<string> | undefined;
  return CALLS.map((name) => ({
    name,
    async run(server) {
      printed ??= printedBy(built, server);
      const lines = (await printed).split("\n");
      if (lines.includes(`ok ${name}`)) return;
      const failed = lines.find((line) => line.startsWith(`failed ${name}: `));
      throw new Error(failed ?? `it was not called: ${lines.slice(-3).join(" ")}`);
    },
  }));
}

async function printedBy({ command, args, env }: Built, server: CompatServer): Promise<string> {
  const caller = { BASE_URL: server.http, USER_NAME: TENANT_ADMIN.email, PASSWORD: TENANT_ADMIN.password };
  const child = spawn(command, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env, ...caller },
  });
  const program = new Program(command, child);
  await program.ended;
  return `${program.printed}\n${program.complaint}`;
}
