// Uploads a file and reports progress, which fetch cannot do. Renews the session once, like other calls.
import { session } from "./client.ts";
import { parseJson } from "./json.ts";
import { problemOf, unreachable } from "./problem.ts";
import { words } from "../words/words.ts";

export interface UploadOptions {
  /** Omitted for a form: the browser adds its boundary. */
  readonly contentType?: string;
  readonly onProgress: (sent: number, total: number) => void;
  readonly signal: AbortSignal;
}

/** The parsed body of the answer. Throws an ApiProblem. */
export async function uploadFile(path: string, file: Blob | FormData, options: UploadOptions): Promise<unknown> {
  const token = session.token;
  const answer = await send(path, file, token, options);
  if (answer.status !== 401 || token === null) return bodyOf(answer);
  const renewed = await session.renew(token);
  return bodyOf(renewed === null ? answer : await send(path, file, renewed, options));
}

function send(path: string, file: Blob | FormData, token: string | null, options: UploadOptions): Promise<Response> {
  const { contentType, onProgress, signal } = options;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open("POST", new URL(path, location.origin));
    if (contentType !== undefined) request.setRequestHeader("content-type", contentType);
    request.setRequestHeader("accept", "application/json");
    if (token !== null) request.setRequestHeader("x-authorization", `Bearer ${token}`);
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(loaded, total));
    request.addEventListener("load", () =>
      resolve(new Response(request.responseText, { status: request.status, headers: headersOf(request) })),
    );
    request.addEventListener("error", () => reject(unreachable(new Error("the file was not sent to its end"))));
    request.addEventListener("abort", () => reject(new DOMException(words.components.api.uploadStopped, "AbortError")));
    signal.addEventListener("abort", () => request.abort());
    request.send(file);
  });
}

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const name of ["x-request-id", "retry-after"]) {
    const value = request.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}

async function bodyOf(answer: Response): Promise<unknown> {
  const text = await answer.text();
  const body = parseJson(text);
  if (!answer.ok) throw problemOf(answer, body);
  return body;
}
