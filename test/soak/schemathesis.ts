// Schemathesis draws requests from the API's description, valid ones and others, and holds every answer against it, with all of
// its checks. What it complains about and is as it should be stands in `NOISE`, with the reason; anything else is a fault.
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { CompatServer } from "../compat/compat-server.ts";
import { Program } from "../compat/program.ts";
import { Tools } from "../compat/tools.ts";
import { RestClient, text } from "../support/rest-client.ts";
import { SYS_ADMIN, TENANT_ADMIN } from "../support/platform.ts";

const SCHEMATHESIS = "schemathesis==4.32.5";

interface Noise {
  /** As `st explain` names it. */
  readonly code: string;
  readonly operations: RegExp;
  /** Only those with this parameter. */
  readonly parameter?: string;
  readonly reason: string;
}

const NOISE: readonly Noise[] = [
  {
    code: "ST101",
    operations: /^POST \/api\/user\/sendActivationMail$/,
    reason: "500 is what the contract has where a mail cannot be sent: this platform has no mail server",
  },
  {
    code: "ST202",
    operations: /./,
    reason:
      "400 also says what a schema cannot: a reference names an entity of the type of its member, a list of ids is not empty, a filter has what its type needs, a token or a file is a real one",
  },
  {
    code: "ST201",
    operations: /^GET \/api\/.*devices\/keys\//,
    reason: "an empty text in a query says nothing, as older clients send it",
  },
  {
    code: "ST201",
    operations: /^GET \/api\//,
    parameter: "sortProperty",
    reason: "an empty order or filter of a list says nothing, as older clients send it",
  },
  {
    code: "ST201",
    operations: /telemetry\/export|values\/timeseries|timeseries\/delete/,
    reason: "clients ask for all there is with times beyond 64 bits, which are drawn in",
  },
  {
    code: "ST201",
    operations: /\/api\/entitiesQuery\//,
    reason: "members of another type of filter are not looked at, like members that are not known",
  },
  {
    code: "ST201",
    operations: /\/views\/validate/,
    reason: "the call answers what is wrong with any JSON",
  },
];

/** Files of CSV and NDJSON, which it cannot write. */
const NO_BODY = "/api/telemetry/import";
/** They wait for what does not come, or stream for as long as somebody reads. */
const WAITING = [
  ...["/api/v1/{token}/rpc", "/api/v1/{token}/attributes/updates"],
  ...["/apiAnalytics/v1/views/{viewId}/live", "/apiAnalytics/v1/reports/{jobId}/events"],
];

interface Report {
  readonly failures: readonly {
    readonly code: string;
    readonly title: string;
    readonly operations: readonly string[];
  }[];
  readonly errors: readonly { readonly title: string }[];
  readonly test_cases: { readonly generated: number };
}

export interface Soak {
  readonly role: "TENANT_ADMIN" | "SYS_ADMIN";
  /** Drawn for each call, in each phase. */
  readonly examples: number;
  readonly seed: number;
}

/** Throws where it finds what is no noise. */
export async function soakDescription({ role, examples, seed }: Soak): Promise<string> {
  const tools = new Tools();
  const { python } = await tools.python(SCHEMATHESIS);
  const folder = tools.scratch(`schemathesis-${role}`);
  const server = await CompatServer.start();
  try {
    const parameters = await parametersOf(server.http);
    const report = join(folder, "report.json");
    const child = spawn(
      join(python, "../schemathesis"),
      [
        ...["run", `${server.http}/v3/api-docs`, "--checks", "all", "--phases", "examples,coverage,fuzzing"],
        ...["--max-examples", String(examples), "--seed", String(seed), "--continue-on-failure"],
        ...["--header", `X-Authorization: ApiKey ${await keyOf(server.http, role)}`, "--request-timeout", "15"],
        ...[NO_BODY, ...WAITING].flatMap((path) => ["--exclude-path", path]),
        ...["--report", "json", "--report-json-path", report],
      ],
      { cwd: folder, stdio: ["ignore", "pipe", "pipe"] },
    );
    const program = new Program("schemathesis", child);
    await program.ended;
    const { failures, errors, test_cases: cases } = JSON.parse(await readFile(report, "utf8")) as Report;
    const faults = failures.flatMap(({ code, title, operations }) =>
      operations.filter((name) => !isNoise(code, name, parameters)).map((name) => `${code} ${title}: ${name}`),
    );
    faults.push(...errors.map(({ title }) => title));
    if (faults.length > 0) throw new Error(`${faults.join("\n")}\n${program.printed}`);
    return `schemathesis as ${role}: ${String(cases.generated)} requests, nothing that has no reason`;
  } finally {
    await server.stop();
  }
}

function isNoise(code: string, operation: string, parameters: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  return NOISE.some(
    (each) =>
      each.code === code &&
      each.operations.test(operation) &&
      (each.parameter === undefined || parameters.get(operation)?.has(each.parameter) === true),
  );
}

/** Names of the parameters of each operation, by the name that reports give it. */
async function parametersOf(http: string): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { paths } = (await (await fetch(`${http}/v3/api-docs`)).json()) as {
    readonly paths: Readonly<
      Record<string, Readonly<Record<string, { readonly parameters?: readonly { readonly name?: string }[] }>>>
    >;
  };
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters = [] }]) => [
        `${method.toUpperCase()} ${path}`,
        new Set(parameters.map(({ name = "" }) => name)),
      ]),
    ),
  );
}

/** A key outlives the logouts among the requests. */
async function keyOf(http: string, role: Soak["role"]): Promise<string> {
  const { email, password } = role === "SYS_ADMIN" ? SYS_ADMIN : TENANT_ADMIN;
  const caller = await new RestClient(http).login(email, password);
  return text(await caller.post("/api/apiKey", { description: "schemathesis" }), "value");
}
