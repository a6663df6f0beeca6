// A report as a file: fetched while telling how much has come, since nobody knows before how large it will be.
import type { Caller } from "../../api/caller.ts";

export interface Download {
  readonly blob: Blob;
  readonly name: string;
  /** The report has more rows than the file. */
  readonly isCut: boolean;
}

interface DownloadOptions {
  readonly init?: RequestInit;
  /** The name where the platform gives none. */
  readonly name: string;
  readonly onBytes: (bytes: number) => void;
  readonly signal: AbortSignal;
}

/** Throws an ApiProblem, and whatever the signal was aborted with. */
export async function download(
  { fetchFile }: Pick<Caller, "fetchFile">,
  path: string,
  { init = {}, name, onBytes, signal }: DownloadOptions,
): Promise<Download> {
  const answer = await fetchFile(path, { ...init, signal });
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  if (answer.body !== null)
    for (const reader = answer.body.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      bytes += value.length;
      onBytes(bytes);
    }
  return {
    blob: new Blob(chunks, { type: answer.headers.get("content-type") ?? "application/octet-stream" }),
    name: nameIn(answer) ?? name,
    isCut: answer.headers.get("x-report-truncated") === "true",
  };
}

/** The name that the platform gave the file, which says so where the report is incomplete. */
function nameIn(answer: Response): string | null {
  const header = answer.headers.get("content-disposition") ?? "";
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  return encoded === undefined ? (/filename="([^"]+)"/.exec(header)?.[1] ?? null) : decodeURIComponent(encoded);
}
