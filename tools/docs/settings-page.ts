// Writes the page of settings from their table, so that the page cannot say anything else than the code.
import type { Setting } from "../../src/app/setting.ts";

const HEADING = `# Settings

Settings come from a YAML file and from the environment; a variable wins over the file. The file is \`bridgehead.yml\` in
the working folder, or the one that \`--config FILE\` names. Names may be written with dots or nested:

\`\`\`yaml
mqtt.port: 1883
device:
  claim:
    duration: 24h
\`\`\`

A name in the file that is not in this list stops the start, as does a value that is not accepted. Variables that are
not in this list are ignored, and an empty variable counts as unset. Relative paths count from the working folder.
This page is made by \`node scripts/run.mjs tools/docs/settings.ts\`.
`;

const TABLE_HEAD = "| Setting | Variable | Default | Accepts | Meaning |\n|---|---|---|---|---|\n";

export function settingsPage(settings: Readonly<Record<string, Setting<unknown>>>): string {
  const groups = Map.groupBy(Object.entries(settings), ([name]) => groupOf(name));
  const sections = [...groups].map(
    ([group, entries]) => `\n## ${group}\n\n${TABLE_HEAD}${entries.map(([name, setting]) => row(name, setting)).join("")}`,
  );
  return HEADING + sections.join("");
}

function groupOf(name: string): string {
  return name.includes(".") ? (name.split(".")[0] ?? name) : "general";
}

function row(name: string, { environment, fallback, accepts, description }: Setting<unknown>): string {
  const text = typeof fallback === "string" ? fallback : JSON.stringify(fallback);
  // Markdown has no empty code.
  const shown = fallback === undefined ? "–" : text === "" ? "empty" : `\`${text}\``;
  const cells = [`\`${name}\``, `\`${environment}\``, shown, accepts, description];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |\n`;
}
