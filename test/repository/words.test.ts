// Every text of the web interface is in its catalogue, in both languages, and every number and time in the viewer's form.
import { expect, test } from "vitest";
import { shownTexts, wordsIn, type ShownText } from "./shown-texts.ts";
import { filesBelow } from "./source-tree.ts";
import { VALUE, wordsOf, type Entry } from "./word-catalog.ts";

const interfaceFiles = filesBelow("web", ".ts", ".tsx").filter(
  ({ path }) => !/^web\/dist\/|\.test\.ts$|^web\/words\/|^web\/api\/api-types\.ts$/.test(path),
);

/** Texts that look like words and are none of ours, or the same in every language. */
const NOT_WORDS: readonly { readonly path: RegExp; readonly text: RegExp; readonly why: string }[] = [
  { path: /api-keys\/new-key|view\/curl/, text: /^curl -H |^-H /, why: "commands to copy" },
  { path: /profiles\/mqtt-fields/, text: /^v1\/devices\/me\//, why: "topics" },
  {
    path: /dashboard-editor\/(button|filter|switch)-form|device\/rpc-form/,
    text: /^(setValue|building|pumpOn)$/,
    why: "keys and methods of devices, as examples of what can be typed",
  },
  { path: /replace-credentials-dialog/, text: /^-----BEGIN CERTIFICATE-----$/, why: "how a certificate begins" },
  { path: /view\/background-reports/, text: /^(good|bad)$/, why: "tones of badges" },
  { path: /app\/theme/, text: /(sans-serif|monospace)$/, why: "names of fonts" },
  { path: /app\/page-focus/, text: /^input, textarea, select$/, why: "a selector of elements" },
  { path: /view-editor\/source-picker/, text: /^(group|row) formula$/, why: "names of kinds" },
  { path: /components\/copy/, text: /^position: fixed;/, why: "a style" },
  { path: /chart\/chart/, text: /^chart drawn$/, why: "a mark in the browser's timeline of performance" },
];

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
          <Select data={[{ value: "up", label: "up" }]} unit="messages" description="12 kWh" /> · {"–"}
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
    "messages",
  ]);
});

const [english, german] = await Promise.all([wordsOf("en"), wordsOf("de")]);

/** Words that German has from English, or both from elsewhere, by the eye of somebody who speaks both. */
const SAME: readonly string[] = [
  ...["Dashboard", "Dashboards", "Gateway", "Gateways", "Rollout", "Rollouts", "Panel", "Panels", "Server", "Client"],
  ...["Online", "online", "Offline", "offline", "Live", "live", "Link", "Links", "Updates", "Topic"],
  ...[
    "Firmware",
    "Software",
    "Assets",
    "Edges",
    "Parquet",
    "Lines",
    "NDJSON",
    "Mosquitto",
    "js",
    "Name",
    "Text",
    "Status",
    "Cluster",
  ],
  ...["Version", "Revision", "Transport", "Details", "Problem", "Format", "Filter", "Operator", "Administrator"],
  ...["Aggregation", "Trend", "Median", "Minimum", "Maximum", "Min", "Max", "Linear", "Minute", "Orange"],
];

test("the German words are not the English ones", () => {
  const same = [...german].flatMap(([path, { texts }]) => {
    const others = english.get(path)?.texts ?? [];
    return texts.filter((text) => others.includes(text)).map((text) => ({ path, text }));
  });
  const foreign = same.filter(({ text }) => wordsIn(text).some((word) => !SAME.includes(word)));
  const found = same.flatMap(({ text }) => wordsIn(text));

  expect(foreign.map(({ path, text }) => `${path}: ${text}`)).toEqual([]);
  expect(SAME.filter((word) => !found.includes(word))).toEqual([]);
});

test("both languages mark as many parts of a text, and say whatever is put into it", () => {
  const differ = [...english].filter(([path, entry]) => {
    const other = german.get(path);
    return other === undefined || shapeOf(entry) !== shapeOf(other);
  });

  expect(differ.map(([path, { texts }]) => `${path}: ${texts.join(" / ")}`)).toEqual([]);
});

/** For each way of calling it: how many parts are marked, and which values it says. The platform says 7040 and pages 7,040. */
function shapeOf({ texts }: Entry): string {
  return texts.map((text) => [(text.match(/\[[^\]]*\]/g) ?? []).length, ...valuesIn(text)].join()).join(" ");
}

function valuesIn(text: string): readonly string[] {
  return (text.match(VALUE) ?? []).map((value) => value.replace(",", "")).toSorted();
}

test("a catalogue of words needs nothing but the form of numbers and times, and in English what the platform says", () => {
  const catalogs = filesBelow("web/words/en", ".ts").concat(filesBelow("web/words/de", ".ts"));
  const imports = catalogs
    .filter(({ path }) => !path.endsWith("/catalog.ts"))
    .flatMap(({ path, text }) => [...text.matchAll(/ from "([^"]+)"/g)].map(([, from]) => `${path} ${from ?? ""}`));

  const known = / (\.\.\/format\.ts|\.\.\/en\/catalog\.ts)$|^web\/words\/en\/server\.ts \S+\/src\/core\/\S+-words\.ts$/;
  expect(imports.filter((line) => !known.test(line))).toEqual([]);
});

test("the form of numbers and times is asked of web/words, which knows the viewer's", () => {
  const own =
    /\.toLocale(Date|Time)?String\(|\bIntl\.(NumberFormat|DateTimeFormat)\(|\bnew Intl\.\w+\((?!region\.dateLocale)|\.getTimezoneOffset\(/;
  const found = interfaceFiles.flatMap(({ path, text }) =>
    text.split("\n").flatMap((line, index) => (own.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
  );

  expect(found).toEqual([]);
});
