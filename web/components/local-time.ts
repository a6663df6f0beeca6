// Times for the browser's own inputs, in the viewer's time zone.

/** Empty for null. */
export function localText(ts: number | null): string {
  if (ts === null) return "";
  const shifted = new Date(ts - new Date(ts).getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 19);
}

/** Null if the text is not a time. */
export function tsOfLocalText(text: string): number | null {
  const ts = new Date(text).getTime();
  return Number.isNaN(ts) ? null : ts;
}
