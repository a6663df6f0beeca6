// Makes a new data folder from everything that can be recovered of a damaged one, with a list of what is lost. Record: docs/decisions/0134-repair-into-a-new-folder.md.
import { constants, existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, realpath, rm, stat, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { LostPoints } from "../adapters/duckdb/lost-points.ts";
import { repairTelemetry, type TelemetryRepair } from "../adapters/duckdb/telemetry-repair.ts";
import { requireWholeDatabase } from "../adapters/sqlite/database-check.ts";
import { damageIn } from "../adapters/sqlite/log-check.ts";
import { SeriesNames } from "../adapters/sqlite/series-names.ts";
import { DATABASE_FILE } from "../adapters/sqlite/sqlite-database.ts";
import { DomainError } from "../core/errors.ts";
import { guarded, quotedField } from "../lib/csv-guard.ts";
import { systemClock } from "../lib/clock.ts";
import { silentLogger } from "../lib/logger.ts";
import { mebibytes } from "../lib/units.ts";
import { SOCKET_FILE } from "./backups/control-socket.ts";
import { lockDataFolder } from "./data-folder.ts";
import { engineOptions } from "./engine-options.ts";
import { RUNNING_FILE, SCRATCH_FOLDER, SNAPSHOT_PREFIX, TELEMETRY_FILE, TELEMETRY_LOG } from "./folder-parts.ts";
import { storeTelemetryLog } from "./telemetry-options.ts";
import type { CommandContext } from "./commands/command.ts";

/** The list of lost data in the new folder. */
const LIST_FILE = "lost.csv";
/** Most lines of the list that are printed. */
const LINES_MAX = 20;
/** Names that are not copied directly: files of the stores and of the lock, and what is not kept between starts. */
const OWN_WAY = [DATABASE_FILE, TELEMETRY_FILE, "lock.", SOCKET_FILE, SCRATCH_FOLDER, SNAPSHOT_PREFIX];

export async function repairFolder(context: CommandContext, from: string, into: string | undefined): Promise<void> {
  const source = await requireFolder(from);
  const lock = lockDataFolder(source);
  try {
    if (into === undefined) {
      const parent = await mkdtemp(join(tmpdir(), "bridgehead-repair-"));
      try {
        await repairInto(context, source, parent);
      } finally {
        await rm(parent, { recursive: true, force: true });
      }
      context.say("nothing has been kept: name a new folder to keep it in");
      return;
    }
    const target = resolve(into);
    await requireEmpty(target, source);
    await repairInto(context, source, target).catch(async (error: unknown) => {
      // An incomplete folder could be mistaken for a repaired one.
      await rm(target, { recursive: true, force: true });
      throw error;
    });
    context.say(`kept in ${target}: start the platform with DATA_DIR set to it`);
  } finally {
    lock?.close();
  }
}

async function repairInto(context: CommandContext, source: string, target: string): Promise<void> {
  await requireRoom(source, target);
  await mkdir(target, { recursive: true, mode: 0o700 });
  for (const name of await readdir(source))
    if (!OWN_WAY.some((own) => name.startsWith(own)) && name !== RUNNING_FILE) await copy(source, target, name);
  for (const name of [DATABASE_FILE, `${DATABASE_FILE}-wal`])
    if (existsSync(join(source, name))) await copy(source, target, name);
  const damagedAt = damageIn(join(target, `${DATABASE_FILE}-wal`));
  if (damagedAt !== undefined)
    context.say(
      `${DATABASE_FILE}-wal: damaged from byte ${String(damagedAt)}, what was changed behind it is lost; where the start says that the telemetry is newer, it needs --accept-loss`,
    );
  // Closing the database folds its log into it, so the new folder needs no log at startup.
  requireWholeDatabase(join(target, DATABASE_FILE));
  context.say(`${DATABASE_FILE}: whole`);
  const names = new SeriesNames(join(target, DATABASE_FILE));
  try {
    const found = await repairTelemetry(
      join(source, TELEMETRY_FILE),
      engineOptions(context.config, target),
      names.mark(),
    );
    await storeTelemetryLog(context.config, target, { clock: systemClock, log: silentLogger });
    sayTelemetry(context, found);
    await report(context, found.lost, names, join(target, LIST_FILE));
  } finally {
    names.close();
    await rm(join(target, SCRATCH_FOLDER), { recursive: true, force: true });
  }
}

async function copy(source: string, target: string, name: string): Promise<void> {
  await cp(join(source, name), join(target, name), { recursive: true, mode: constants.COPYFILE_FICLONE });
}

async function requireFolder(from: string): Promise<string> {
  const source = await realpath(from).catch(() => undefined);
  if (source === undefined || !(await stat(source)).isDirectory())
    throw new DomainError("invalid", `${from} is no folder`);
  for (const file of [DATABASE_FILE, TELEMETRY_FILE])
    if (!existsSync(join(source, file)))
      throw new DomainError("invalid", `${source} is no data folder that can be repaired: it has no ${file}`);
  return source;
}

async function requireEmpty(target: string, source: string): Promise<void> {
  if (existsSync(target) && (await readdir(target)).length > 0)
    throw new DomainError("conflict", `${target} is there and not empty: name a folder that is not there yet`);
  if (`${target}/`.startsWith(`${source}/`))
    throw new DomainError("conflict", `${target} is in the folder that is to be repaired: name one outside of it`);
}

/** Requires disk space for the copy and what is written next to it. */
async function requireRoom(source: string, target: string): Promise<void> {
  let wanted = 0;
  for (const name of await readdir(source, { recursive: true })) {
    if (name.startsWith(SCRATCH_FOLDER)) continue;
    wanted += (await stat(join(source, name))).size;
  }
  wanted += (await stat(join(source, TELEMETRY_FILE))).size;
  let there = target;
  while (!existsSync(there)) there = dirname(there);
  const { bavail, bsize } = await statfs(there);
  const free = bavail * bsize;
  if (free < wanted)
    throw new DomainError(
      "unavailable",
      `${there} has ${mebibytes(free)} free, the repair may take ${mebibytes(wanted)}: make room, or name a folder on another disk`,
    );
}

function sayTelemetry({ say }: CommandContext, { blocks, log, lostTables }: TelemetryRepair): void {
  const { corrected, damaged, count } = blocks;
  say(
    corrected + damaged.length === 0
      ? `${TELEMETRY_FILE}: whole`
      : `${TELEMETRY_FILE}: of ${String(count)} blocks ${String(corrected)} had one changed byte, which is put right, and ${String(damaged.length)} are damaged`,
  );
  if (lostTables.includes("expiry"))
    say(`${TELEMETRY_FILE}: lost is which points had a time to live of their own, so that none of them ends by itself`);
  for (const damage of log.damages) say(damage);
  if (log.damages.length === 0) say(`${TELEMETRY_LOG}: whole`);
  else say(`${TELEMETRY_LOG}: ${String(log.kept)} entries are kept`);
}

/** Writes the list of what is lost, and prints its first lines. */
async function report(
  { say }: CommandContext,
  lost: readonly LostPoints[],
  names: SeriesNames,
  list: string,
): Promise<void> {
  if (lost.length === 0) {
    say("no points are lost");
    return;
  }
  const rows = lost.map((points) => lostRow(points, names));
  const fields = [["tenant", "device", "key", "from", "to", "points", "place"], ...rows];
  await writeFile(list, fields.map((row) => `${row.map(csvField).join(",")}\r\n`).join(""), { mode: 0o600 });
  say("lost:");
  for (const [tenant, device, key, from, to, points, place] of rows.slice(0, LINES_MAX))
    say(
      device === ""
        ? `  ${points === "" ? "further points" : `${points ?? ""} points`}, of devices that are not known, ${from === "" || to === "" ? "at any time" : `between ${from ?? ""} and ${to ?? ""} or so`}: ${place ?? ""}`
        : `  tenant ${JSON.stringify(tenant)}, device ${JSON.stringify(device)}, key ${JSON.stringify(key)}: ${points ?? ""} points ${from === "" || to === "" ? "of unknown times" : `from ${from ?? ""} to ${to ?? ""}`}`,
    );
  if (rows.length > LINES_MAX) say(`  and ${String(rows.length - LINES_MAX)} lines more`);
  say(`  all of it is in ${LIST_FILE} of the new folder`);
}

function lostRow({ series, from, to, points, place }: LostPoints, names: SeriesNames): readonly string[] {
  const name = series === undefined ? undefined : names.of(series);
  const owner = name?.owner ?? (series === undefined ? "" : `series ${String(series)}, which no device has any more`);
  return [name?.tenant ?? "", owner, name?.key ?? "", time(from), time(to), points?.toString() ?? "", place];
}

function time(millis: number | undefined): string {
  return millis === undefined ? "" : new Date(millis).toISOString();
}

function csvField(text: string): string {
  return quotedField(guarded(text));
}
