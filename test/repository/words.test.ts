// Every text of the web interface is in its catalogue, in both languages, and every number and time in the viewer's form.
import { expect, test } from "vitest";
import { shownTexts, wordsIn, type ShownText } from "./shown-texts.ts";
import { filesBelow } from "./source-tree.ts";
import { VALUE, wordsOf, type Entry } from "./word-catalog.ts";

const interfaceFiles = filesBelow("web", ".ts", ".tsx").filter(
  ({ path }) => !/^web\/dist\/|\.test\.ts$|^web\/words\/|^web\/api\/api-types\.ts$/.test(path),
);

/** Texts that look like words and are none of ours, or the same in every language. */
const NOT_WORDS: readonly { readonly path: RegExp; readonly text: RegExp; readonly why: string }[] = [];

test("what a page shows stands in the catalogue of words", () => {
  const found = interfaceFiles
    .flatMap(shownTexts)
    .filter(({ path, text }) => !NOT_WORDS.some((known) => known.path.test(path) && known.text.test(text)));

  expect(found.map(({ path, line, text }) => `${path}:${line} ${text}`)).toEqual([]);
});

test("each text that counts as no word is still there", () => {
  const all = interfaceFiles.flatMap(shownTexts);
  const isThere = (known: { readonly path: RegExp; readonly text: RegExp }) => (one: ShownText) =>
    known.path.test(one.path) && known.text.test(one.text);

  expect(NOT_WORDS.filter((known) => !all.some(isThere(known)))).toEqual([]);
});

test("a text that is shown is found wherever it stands, and what is not shown is not", () => {
  const source = `
    import { Button } from "a library with words";
    const LABELS = { created: "Created", changed: "was changed by" };
    const QUERY = ["users", "one"];
    export function Page({ name = "Nobody", kind }) {
      if (kind === "Some Kind") throw new Error("Choose at least one device.");
      if (kind === undefined) throw new Error("this page needs a kind");
      const text = \`\${count} devices are chosen\`;
      return (
        <main className="foreign wide" style={{ font: "bold 12px Some Font" }}>
          Hello, <b>{name}</b>
          {kind === "a b" ? "first choice" : \`\${name}s\`}
          <Button title={kind ?? "none"} aria-label="Close" placeholder={\`like \${name}\`} variant="default" />
          <Select data={[{ value: "up", label: "up" }]} unit="kWh" description="12 ms" /> · {"–"}
        </main>
      );
    }`;
  const texts = shownTexts({ path: "web/planted.tsx", text: source }).map(({ text }) => text);

  expect(texts).toEqual([
    "Created",
    "was changed by",
    "Nobody",
    "Choose at least one device.",
    "{} devices are chosen",
    "Hello,",
    "first choice",
    "{}s",
    "none",
    "Close",
    "like {}",
    "up",
    "kWh",
  ]);
});

const [english, german] = await Promise.all([wordsOf("en"), wordsOf("de")]);

/** German entries that are the English ones. */
const SAME: ReadonlyMap<string, string> = new Map([]);

test("the German words are not the English ones", () => {
  const same = [...german].filter(([path, { texts }]) => {
    const others = english.get(path)?.texts ?? [];
    return texts.some((text) => others.includes(text) && wordsIn(text).length > 0);
  });
  const unexpected = same.filter(([path]) => !SAME.has(path));

  expect(unexpected.map(([path, { texts }]) => `${path}: ${texts.join(" / ")}`)).toEqual([]);
  expect([...SAME.keys()].filter((path) => !same.some(([one]) => one === path))).toEqual([]);
});

test("both languages mark as many parts of a text, and say whatever is put into it", () => {
  const differ = [...english].filter(([path, entry]) => {
    const other = german.get(path);
    return other === undefined || shapeOf(entry) !== shapeOf(other);
  });

  expect(differ.map(([path, { texts }]) => `${path}: ${texts.join(" / ")}`)).toEqual([]);
});

/** For each way of calling it: how many parts are marked, and which values it says. */
function shapeOf({ texts }: Entry): string {
  return texts
    .map((text) => [(text.match(/\[[^\]]*\]/g) ?? []).length, ...(text.match(VALUE) ?? []).toSorted()].join())
    .join(" ");
}

test("a catalogue of words needs nothing but the form of numbers and times", () => {
  const catalogs = filesBelow("web/words/en", ".ts").concat(filesBelow("web/words/de", ".ts"));
  const imports = catalogs
    .filter(({ path }) => !path.endsWith("/catalog.ts"))
    .flatMap(({ path, text }) => [...text.matchAll(/ from "([^"]+)"/g)].map(([, from]) => `${path} ${from ?? ""}`));

  expect(imports.filter((line) => !/ (\.\.\/format\.ts|\.\.\/en\/catalog\.ts)$/.test(line))).toEqual([]);
});

test("the form of numbers and times is asked of web/words, which knows the viewer's", () => {
  const own =
    /\.toLocale(Date|Time)?String\(|\bIntl\.(NumberFormat|DateTimeFormat)\(|\bnew Intl\.\w+\((?!region\.dateLocale)|\.getTimezoneOffset\(/;
  const found = interfaceFiles.flatMap(({ path, text }) =>
    text.split("\n").flatMap((line, index) => (own.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
  );

  expect(found).toEqual([]);
});
