// The files of the documentation page: our own in `page/`, and those of the packaged Swagger UI. The table is closed:
// no name from a browser becomes a path.
import { readFile } from "node:fs/promises";
import type { PageFile } from "../page-answer.ts";

const HTML = "text/html; charset=utf-8";
const CSS = "text/css; charset=utf-8";
const SVG = "image/svg+xml";
const SCRIPT = "text/javascript; charset=utf-8";

const OWN_FILES: ReadonlyMap<string, string> = new Map([
  ["index.html", HTML],
  ["page.css", CSS],
  ["favicon.svg", SVG],
  ["lock-closed.svg", SVG],
  ["lock-open.svg", SVG],
  ["main.js", SCRIPT],
  ["authorize-dialog.js", SCRIPT],
  ["credentials.js", SCRIPT],
  ["curl.js", SCRIPT],
  ["description-part.js", SCRIPT],
  ["operations.js", SCRIPT],
  ["plugin.js", SCRIPT],
  ["sender.js", SCRIPT],
]);

const PACKAGED_FILES: ReadonlyMap<string, string> = new Map([["swagger-ui-bundle.js", SCRIPT]]);

const STYLESHEET = "swagger-ui.css";

/**
 * Undefined if the page has no file of this name. Nothing is cached: pages are loaded rarely, and the operating system
 * caches files.
 */
export async function findPageFile(name: string): Promise<PageFile | undefined> {
  const own = OWN_FILES.get(name);
  if (own !== undefined) return { contentType: own, bytes: await readFile(new URL(`page/${name}`, import.meta.url)) };
  const packaged = PACKAGED_FILES.get(name);
  if (packaged !== undefined) return { contentType: packaged, bytes: await readPackaged(name) };
  const isPicture = PICTURE_NAME.test(name);
  if (name !== STYLESHEET && !isPicture) return undefined;
  const { css, pictures } = withoutInlinePictures((await readPackaged(STYLESHEET)).toString());
  return isPicture ? pictures.get(name) : { contentType: CSS, bytes: Buffer.from(css) };
}

function readPackaged(name: string): Promise<Buffer> {
  return readFile(new URL(import.meta.resolve(`@fastify/swagger-ui/static/${name}`)));
}

export interface Picture {
  readonly contentType: string;
  readonly bytes: Buffer;
}

export interface Stylesheet {
  readonly css: string;
  /** By the names used in the changed stylesheet. */
  readonly pictures: ReadonlyMap<string, Picture>;
}

const PICTURE_NAME = /^picture-\d+$/;

/** A data: address in a stylesheet: quoted, with `\"` for quotes inside, or bare. */
const DATA_ADDRESS = /url\((?:"(data:(?:[^"\\]|\\.)*)"|(data:[^)"]*))\)/g;
const DATA_PARTS = /^data:([^;,]+)((?:;[^;,]+)*),(.*)$/s;

/**
 * Extracts the pictures that the stylesheet contains as data: addresses, to be served as files, because the page's
 * security policy allows nothing but files of this server. Throws for a data: address that cannot be read, which a new
 * version of the package may contain.
 */
export function withoutInlinePictures(css: string): Stylesheet {
  const names = new Map<string, string>();
  const pictures = new Map<string, Picture>();
  const rewritten = css.replaceAll(DATA_ADDRESS, (_text, quoted?: string, bare?: string) => {
    const address = quoted?.replaceAll(/\\(.)/g, "$1") ?? bare ?? "";
    const name = names.get(address) ?? `picture-${String(names.size + 1)}`;
    if (!names.has(address)) {
      names.set(address, name);
      pictures.set(name, pictureOf(address));
    }
    return `url("${name}")`;
  });
  return { css: rewritten, pictures };
}

function pictureOf(address: string): Picture {
  const [, contentType, parameters = "", data = ""] = DATA_PARTS.exec(address) ?? [];
  if (contentType === undefined)
    throw new Error(`the stylesheet has a picture that cannot be read: ${address.slice(0, 64)}`);
  const bytes = parameters.includes(";base64") ? Buffer.from(data, "base64") : Buffer.from(decodeURIComponent(data));
  return { contentType, bytes };
}
