// The table of an upgrade in docs/operations.md: what is typed in each kind of deployment.

const LOOK = "check the upgrade";
const LOOK_WORDS = " upgrade --check";

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
