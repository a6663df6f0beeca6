// Arguments of the backup commands.
import { InvalidArgumentError } from "commander";

export const PLACE = "where backups are kept: a folder, or a bucket such as s3://bucket/prefix";
export const AT = "the newest state up to this moment, such as 2026-11-23T10:15:00Z; without it the newest of all";

export function wholeDays(text: string): number {
  if (!/^[1-9][0-9]{0,4}$/.test(text)) throw new InvalidArgumentError("It must be a whole number of days, 1 to 99999.");
  return Number(text);
}

/**
 * Parses to milliseconds since the epoch. The UTC offset is required, because without it the text means another moment
 * elsewhere.
 */
export function moment(text: string): number {
  const at = MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at))
    throw new InvalidArgumentError("It must look like 2026-11-23T10:15:00Z or 2026-11-23T11:15:00+01:00.");
  return at;
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;
