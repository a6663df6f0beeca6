// What a page of the web interface says in English in a German browser: a text of the English catalogue that the German one does not have,
// or one with a word that German does not have.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { textsOfCatalogue } from "./catalogue-texts.ts";

/** They find sentences with parts that are filled in, and texts that are in no catalogue. */
const ENGLISH_WORDS =
  /\b(?:the|of|and|with|without|your|this|these|are|is|has|have|for|from|its|it|you|by|be|or|which|that|no|yes)\b/i;

export interface ReadTexts {
  readonly all: readonly string[];
  readonly english: readonly string[];
}

export class EnglishTexts {
  readonly #texts: ReadonlySet<string>;
  /** The longest first: one may be part of another. */
  readonly #names: readonly string[];

  private constructor(texts: ReadonlySet<string>, names: readonly string[]) {
    this.#texts = texts;
    this.#names = names;
  }

  static async load(): Promise<EnglishTexts> {
    const german = await textsOfCatalogue("de");
    const english = [...(await textsOfCatalogue("en"))].filter((text) => !german.has(text));
    return new EnglishTexts(new Set(english), await namesGiven());
  }

  async readOn(page: Page): Promise<ReadTexts> {
    const all = (await textsOf(page)).map((text) =>
      this.#names.reduce((rest, name) => rest.replaceAll(name, ""), text),
    );
    return { all, english: all.filter((text) => this.#texts.has(text) || ENGLISH_WORDS.test(text)) };
  }
}

/** What those who made the views and dashboards of the showcase have called them, their columns and panels. */
async function namesGiven(): Promise<readonly string[]> {
  const files = ["demo/demo-views.ts", "showcase/dashboards.ts", "showcase/chart-views.ts"];
  const sources = await Promise.all(
    files.map((file) => readFile(join(import.meta.dirname, "../../tools", file), "utf8")),
  );
  const found = [...sources.join("\n").matchAll(/"(\p{Lu}[^"\n]{2,})"/gu)].map(([, name = ""]) => name);
  return [...new Set(found)].sort((one, other) => other.length - one.length);
}

/**
 * What is seen or read out of the interface's own words: not names and values, code, and what says of itself that it is English, such
 * as the documentation.
 */
async function textsOf(page: Page): Promise<readonly string[]> {
  return await page.evaluate<readonly string[]>(`(() => {
    const own = (element) => element.closest('.foreign, code, pre, kbd, script, style, body [lang="en"]') === null;
    const seen = (element) => own(element) && element.checkVisibility({ visibilityProperty: true });
    const texts = [document.title];
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) if (seen(nodes.currentNode.parentElement)) texts.push(nodes.currentNode.data);
    for (const name of ["aria-label", "placeholder", "title", "alt"])
      for (const element of document.querySelectorAll("[" + name + "]"))
        if (seen(element)) texts.push(element.getAttribute(name));
    for (const select of document.querySelectorAll('input[aria-haspopup="listbox"]'))
      if (seen(select)) texts.push(select.value);
    return [...new Set(texts.map((text) => text.replace(/\\s+/g, " ").trim()))].filter((text) => text !== "");
  })()`);
}
