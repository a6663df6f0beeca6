// A document as a page of Help: what its links lead to, and what it says of files that only the repository has.
import type { PlaceHere } from "../../components/markdown-text.tsx";
import { safeAddress } from "../../components/markdown-text.tsx";
import { DOCUMENTS } from "./documents.ts";

const ELSEWHERE = /^[a-z]+:/i;
const DOCUMENT = /^([\w-]+)\.md$/;

/** Null for a file that is not shipped: a decision, a source or an example. */
export function linkOfDocument(name: string, href: string): PlaceHere | string | null {
  if (ELSEWHERE.test(href)) return safeAddress(href);
  const [file = "", hash = ""] = href.split("#");
  const target = file === "" ? name : (DOCUMENT.exec(file)?.[1] ?? "");
  return DOCUMENTS.has(target) ? { path: `/help/${target}`, hash } : null;
}

/**
 * Without the title and the contents, which the page shows. A link whose text is a file name has the title of the document, and a
 * number that links to a decision says what it is.
 */
export function bodyOfDocument(text: string): string {
  return text
    .replace(/^# .*\n+/, "")
    .replace(/^On this page: [^]*?\n\n/m, "")
    .replaceAll(/\[([\w-]+)\.md\](?=\()/g, (link, name: string) => {
      const title = DOCUMENTS.get(name)?.title;
      return title === undefined ? link : `[${title}]`;
    })
    .replaceAll(/\[(\d{4})\]\(decisions\/[^)]*\)/g, "decision $1");
}
