// The platform's API for pages: typed by its OpenAPI description, sends the session, and renews it once if it has
// expired. `ask` returns the body or throws an ApiProblem, so no page reads a status.
import { parseJson } from "./json.ts";
import createClient, { type FetchResponse } from "openapi-fetch";
import type { PathsWithMethod } from "openapi-typescript-helpers";
import type { paths } from "./api-types.ts";
import { Live } from "./live.ts";
import { namedAnswers } from "./named-answers.ts";
import { problemOf, unreachable } from "./problem.ts";
import { Session, type SessionStorage } from "./session.ts";
import { region } from "../words/format.ts";
import { isObject } from "../../src/lib/members.ts";

export const session = new Session(keptStorage());

export const live = new Live(session);

export const api = createClient<paths>({ baseUrl: location.origin, fetch: fetchWithSession });
api.use(namedAnswers);

interface Outcome<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** The body of a successful answer. Throws an ApiProblem. */
export async function ask<Data>(call: Promise<Outcome<Data>>): Promise<Data> {
  const { data, error, response } = await call;
  if (!response.ok) throw problemOf(response, error);
  // The API description says which calls answer without a body; `Data` is then undefined.
  return data as Data;
}

type ParametersOf<Path extends GetPath> = paths[Path]["get"] extends { readonly parameters: infer Found }
  ? Found
  : never;
type GetPath = PathsWithMethod<paths, "get">;
type Answer<Path extends GetPath> = NonNullable<FetchResponse<paths[Path]["get"], object, "application/json">["data"]>;

/** The `queryFn` of a query that reads: its answer, or an ApiProblem. */
export function read<Path extends GetPath>(
  path: Path,
  ...[params]: object extends ParametersOf<Path> ? [ParametersOf<Path>?] : [ParametersOf<Path>]
): (context: { readonly signal: AbortSignal }) => Promise<Answer<Path>> {
  // The compiler cannot follow the options of a path that it does not know yet.
  const get = api.GET as (path: Path, init: object) => Promise<Outcome<Answer<Path>>>;
  return ({ signal }) => ask(get(path, { params, signal }));
}

/** A body that was read, with the platform's warnings about it. */
export interface Remarked<Data> {
  readonly data: Data;
  readonly warnings: readonly string[];
}

/** Like `ask`, with the texts of the header `Warning`. */
export async function askRemarked<Data>(call: Promise<Outcome<Data>>): Promise<Remarked<Data>> {
  const data = await ask(call);
  const header = (await call).response.headers.get("warning") ?? "";
  const entries = header.matchAll(/299 - "((?:[^"\\]|\\.)*)"/g);
  return { data, warnings: Array.from(entries, ([, text = ""]) => text.replace(/\\(.)/g, "$1")) };
}

/** For calls that are not JSON, such as downloads and uploads. Throws an ApiProblem. */
export async function fetchFile(path: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetchWithSession(new Request(new URL(path, location.origin), init));
  if (answer.ok) return answer;
  const text = await answer.text();
  throw problemOf(answer, parseJson(text));
}

async function fetchWithSession(request: Request): Promise<Response> {
  const token = session.token;
  // The body of a request can be sent only once.
  const again = request.clone();
  const answer = await send(request, token);
  if (token === null || !(await isSpent(answer))) return answer;
  const renewed = await session.renew(token);
  return renewed === null ? answer : await send(again, renewed);
}

async function send(request: Request, token: string | null): Promise<Response> {
  // That of the mails that a call may cause: the browser's own is not always the viewer's.
  request.headers.set("accept-language", region.language);
  if (token !== null) request.headers.set("x-authorization", `Bearer ${token}`);
  try {
    return await fetch(request);
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw unreachable(error);
  }
}

/** The analytics service answers 403 to an expired token. Source: analytics contract 4.2. */
async function isSpent(answer: Response): Promise<boolean> {
  if (answer.status !== 403) return answer.status === 401;
  const body = parseJson(await answer.clone().text());
  return isObject(body) && body["code"] === "TOKEN_EXPIRED";
}

/** In a frame of another site, a browser may refuse storage; it then throws. */
function keptStorage(): SessionStorage {
  try {
    return localStorage;
  } catch {
    const kept = new Map<string, string>();
    return {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    };
  }
}
