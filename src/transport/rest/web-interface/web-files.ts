// The files of the built web interface on disk. Opens only files that are part of the build: no name from a browser
// becomes a path.
import { readdir, readFile } from "node:fs/promises";
import { isMissing } from "../../../lib/missing-file.ts";

export interface WebFile {
  readonly contentType: string;
  readonly encoding: "br" | "gzip" | undefined;
  readonly bytes: Buffer;
}

const CONTENT_TYPES: ReadonlyMap<string, string> = new Map([
  ["css", "text/css; charset=utf-8"],
  ["js", "text/javascript; charset=utf-8"],
  ["json", "application/json; charset=utf-8"],
  ["svg", "image/svg+xml"],
]);

/** In order of preference, with the file extension that the build uses. */
const ENCODINGS = [
  { name: "br", ending: ".br" },
  { name: "gzip", ending: ".gz" },
] as const;

export class WebFiles {
  readonly #folder: URL;
  #names: Promise<ReadonlySet<string>> | undefined;

  constructor(folder: URL) {
    this.#folder = new URL(`${folder.href.replace(/\/$/, "")}/`);
  }

  async isBuilt(): Promise<boolean> {
    return (await this.#list()).has("/index.html");
  }

  /** The page with a placeholder for the nonce; undefined if nothing has been built. */
  async readPage(): Promise<string | undefined> {
    return (await this.isBuilt()) ? (await this.#read("/index.html")).toString() : undefined;
  }

  /** The file at a path such as `/assets/main-1a2b.js`, in the smallest encoding that the browser accepts. */
  async find(path: string, acceptEncoding: string): Promise<WebFile | undefined> {
    const names = await this.#list();
    const contentType = CONTENT_TYPES.get(path.slice(path.lastIndexOf(".") + 1));
    if (contentType === undefined || !names.has(path)) return undefined;
    const encoding = ENCODINGS.find(
      ({ name, ending }) => names.has(path + ending) && new RegExp(`\\b${name}\\b`).test(acceptEncoding),
    );
    return { contentType, encoding: encoding?.name, bytes: await this.#read(path + (encoding?.ending ?? "")) };
  }

  #list(): Promise<ReadonlySet<string>> {
    this.#names ??= this.#readNames();
    return this.#names;
  }

  async #readNames(): Promise<ReadonlySet<string>> {
    try {
      const entries = await readdir(this.#folder, { recursive: true, withFileTypes: true });
      const root = new URL(".", this.#folder).pathname;
      return new Set(
        entries
          .filter((entry) => entry.isFile())
          .map(({ parentPath, name }) => `/${`${parentPath}/${name}`.slice(root.length)}`.replaceAll("//", "/")),
      );
    } catch (error) {
      if (isMissing(error)) {
        // Retry next time: a build may be in progress.
        this.#names = undefined;
        return new Set();
      }
      throw error;
    }
  }

  #read(name: string): Promise<Buffer> {
    return readFile(new URL(`.${name}`, this.#folder));
  }
}
