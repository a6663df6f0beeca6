// What installs and builds foreign clients: Python environments, Go and Rust programs, Java archives, all in a cache folder
// outside of the clone, so that a second run takes seconds.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { Program } from "./program.ts";

/** An installation that takes longer hangs. */
const INSTALL_MILLIS_MAX = 600_000;
const PROGRAMS = join(import.meta.dirname, "programs");

export interface PythonEnvironment {
  readonly python: string;
  /** Of an installed package. */
  readonly version: (name: string) => Promise<string>;
}

export class Tools {
  readonly #cache: string;

  constructor(cache = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "bridgehead-compat")) {
    this.#cache = cache;
    mkdirSync(cache, { recursive: true });
  }

  /** A folder for what a client leaves behind, empty. */
  scratch(name: string): string {
    const folder = this.scratchPath(name);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  scratchPath(name: string): string {
    return join(this.#cache, "scratch", name);
  }

  /** A file that `make` writes when it is not there yet. */
  async cached(name: string, make: (file: string) => Promise<void>): Promise<string> {
    const file = join(this.#cache, name);
    await this.#once(file, () => make(file));
    return file;
  }

  /** A virtual environment with exactly these requirements, as `paho-mqtt==2.1.0`. */
  async python(...requirements: readonly string[]): Promise<PythonEnvironment> {
    const folder = join(this.#cache, `python-${digestOf(requirements.join("\n"))}`);
    const python = join(folder, "bin", "python");
    await this.#once(folder, async () => {
      await run("python3", ["-m", "venv", folder]);
      await run(python, ["-m", "pip", "install", "-q", "--disable-pip-version-check", ...requirements]);
    });
    const version = async (name: string): Promise<string> =>
      (await run(python, ["-c", `import importlib.metadata as m; print(m.version("${name}"))`])).trim();
    return { python, version };
  }

  /** The program in `programs/go`, built. */
  async go(): Promise<string> {
    const { folder, binary } = this.#sources("go", "client");
    await this.#once(binary, () => run("go", ["build", "-o", binary, "."], { cwd: folder }));
    return binary;
  }

  /** A Go program of others, built: `example.com/tools/cmd/tool` at a version. */
  async goProgram(path: string, version: string): Promise<string> {
    const folder = join(this.#cache, `go-${digestOf(`${path}@${version}`)}`);
    const binary = join(folder, basename(path));
    const env = { ...process.env, GOBIN: folder };
    await this.#once(binary, () => run("go", ["install", `${path}@${version}`], { env }));
    return binary;
  }

  /** The program in `programs/rust`, built. */
  async rust(): Promise<string> {
    const { folder } = this.#sources("rust", "client");
    const binary = join(folder, "target", "release", "client");
    await this.#once(binary, () => run("cargo", ["build", "--release", "--quiet"], { cwd: folder }));
    return binary;
  }

  /** A copy of the sources outside of the clone, so that nothing is built inside it; named by what they say. */
  #sources(language: string, program: string): { readonly folder: string; readonly binary: string } {
    const source = join(PROGRAMS, language);
    const files = ["main.go", "go.mod", "go.sum", "Cargo.toml", "Cargo.lock", "src/main.rs"].map((file) =>
      join(source, file),
    );
    const text = files
      .filter(existsSync)
      .map((file) => readFileSync(file, "utf8"))
      .join("\0");
    const folder = join(this.#cache, `${language}-${digestOf(text)}`);
    cpSync(source, folder, { recursive: true });
    return { folder, binary: join(folder, program) };
  }

  /** Does not believe in half an installation: what failed is removed. */
  async #once(result: string, make: () => Promise<unknown>): Promise<void> {
    if (existsSync(result)) return;
    try {
      await make();
    } catch (error) {
      rmSync(result, { recursive: true, force: true });
      throw error;
    }
  }
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

/** What a command prints. Rejects with `MissingTool` where there is no such program, and with its complaint where it fails. */
export async function run(
  command: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"], timeout: INSTALL_MILLIS_MAX });
  const program = new Program(command, child);
  const code = await program.ended;
  if (code !== 0) throw new Error(`${command} ${args.join(" ").slice(0, 200)} failed: ${program.complaint}`);
  return program.printed;
}
