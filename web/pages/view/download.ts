// A report as a file: progress is reported in bytes, because the size is not known in advance.
import type { Caller } from "../../api/caller.ts";

export interface Download {
  readonly blob: Blob;
  readonly name: string;
  /** Whether the report has more rows than the file. */
  readonly isCut: boolean;
}

interface DownloadOptions {
  readonly init?: RequestInit;
  /** The name if the platform gives none. */
  readonly name: string;
  readonly onBytes?: (bytes: number) => void;
  readonly signal: AbortSignal;
}

/** Throws an ApiProblem, or the reason of the abort signal. */
export async function download(
  { fetchFile }: Pick<Caller, "fetchFile">,
  path: string,
  { init = {}, name, onBytes, signal }: DownloadOptions,
): Promise<Download> {
  const answer = await fetchFile(path, { ...init, signal });
  return {
    blob: await bodyOf(answer, (bytes) => onBytes?.(bytes)),
    name: nameIn(answer) ?? name,
    isCut: answer.headers.get("x-report-truncated") === "true",
  };
}

/** The body of an answer; reports the bytes received after each chunk. */
export async function bodyOf(
  answer: Response,
  onChunk: (bytes: number, chunk: Uint8Array<ArrayBuffer>) => void,
): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = answer.body?.getReader();
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
    chunks.push(next.value);
    bytes += next.value.length;
    onChunk(bytes, next.value);
  }
  return new Blob(chunks, { type: answer.headers.get("content-type") ?? "application/octet-stream" });
}

/** The platform's name for the file, which also says if the report is incomplete. */
function nameIn(answer: Response): string | null {
  const header = answer.headers.get("content-disposition") ?? "";
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  return encoded === undefined ? (/filename="([^"]+)"/.exec(header)?.[1] ?? null) : decodeURIComponent(encoded);
}
