// The files of the documentation page: our own in `page/`, and those of the packaged Swagger UI. A closed table:
// no name that a browser sends becomes a path.
import { readFile } from "node:fs/promises";
import type { PageFile } from "../page-answer.ts";
import { PICTURE_NAME, withoutInlinePictures } from "./stylesheet.ts";

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

/** Undefined where the page has no file of this name. Nothing is kept: pages are loaded rarely, and disks cache. */
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
