// docs/operations.md as something to follow: the blocks that install the service, and the table of an upgrade.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sectionOf, stepsOf } from "../../support/document-walk.ts";
import { DEPLOY } from "./deploy-file.ts";

export const OPERATIONS = readFileSync(join(DEPLOY, "../docs/operations.md"), "utf8");
const LOOK = "check the upgrade";
const LOOK_WORDS = " upgrade --check";

/** The column of the table of an upgrade. */
export const AS_SERVICE = 2;

/** What is typed, and written into the settings file, before the service runs for the first time. */
export function serviceInstallation(): {
  readonly install: string;
  readonly settings: string;
  readonly start: string;
} {
  const [, section = ""] = sectionOf(OPERATIONS, "Deployment").split("\n### As a systemd service\n");
  const [install, start] = stepsOf(section);
  return { install: install?.commands ?? "", settings: settingsIn(section, ""), start: start?.commands ?? "" };
}

/** The settings of a section that have the text. */
export function settingsIn(section: string, text: string): string {
  const blocks = [...section.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, settings = ""]) => settings);
  return found(blocks, text, "settings");
}

/** The commands of a section that have the text. */
export function commandsWith(section: string, text: string): string {
  const blocks = stepsOf(section).map(({ commands }) => commands);
  return found(blocks, text, "commands");
}

/** A command of the platform as it is typed beside the service. */
export function asService(words: string): string {
  const [, typed = ""] = /^\| the systemd service \| `(.*) COMMAND`/m.exec(OPERATIONS) ?? [];
  return `${typed} ${words}`;
}

/** What makes the folder of the service's backups. */
export function folderOfBackups(): string {
  const [, typed = ""] = /`(install -d [^`]*\/mnt\/backups\/plant-7)`/.exec(OPERATIONS) ?? [];
  return typed;
}

/** What gives the service the backups that root has written into. */
export function ownersOfBackups(): string {
  const [, mode = "", owner = ""] =
    /: `(chmod \d+ \/mnt\/backups)`, `(chown [^`]*\/mnt\/backups\/plant-7)`/.exec(OPERATIONS) ?? [];
  return `${mode}; ${owner}`;
}

/** The cells of one column, by the first cell of their row. */
export function rowsOf(section: string, column: number): ReadonlyMap<string, string> {
  const rows = [...section.matchAll(/^\| (.*) \|$/gm)].map(([, row = ""]) => row.split(" | "));
  return new Map(
    rows.flatMap((cells) => (cells.length > column ? [[cells[0] ?? "", cells[column] ?? ""] as const] : [])),
  );
}

/** The commands of a row; `…` in them stands for how a command is typed. */
export function commandsOf(rows: ReadonlyMap<string, string>, name: string): readonly string[] {
  const typed = codeIn(rows.get(LOOK) ?? "")[0]?.replace(LOOK_WORDS, "") ?? "";
  const row = rows.get(name);
  if (row === undefined) throw new Error(`the page has no row "${name}"`);
  return codeIn(row).map((command) => command.replace("…", typed));
}

function codeIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
}

function found(blocks: readonly string[], text: string, what: string): string {
  const block = blocks.find((each) => each.includes(text));
  if (block === undefined) throw new Error(`the page has no ${what} with "${text}"`);
  return block;
}
