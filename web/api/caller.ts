// The identity with which a page calls: the signed-in user, or the bearer of a share link, who sees only that view and
// needs no account. Pages that show views take a caller and do not know which it is. Source: analytics contract 6.3.
import createClient, { type Client } from "openapi-fetch";
import type { paths } from "./api-types.ts";
import { api, fetchFile } from "./client.ts";
import { parseJson } from "./json.ts";
import { problemOf, unreachable } from "./problem.ts";

export interface Caller {
  readonly api: Client<paths>;
  /** For responses that are not JSON, such as files and event streams. Throws an ApiProblem. */
  readonly fetchFile: (path: string, init?: RequestInit) => Promise<Response>;
  readonly isBearer: boolean;
  /** Separates the cached answers of different callers. */
  readonly key: string;
}

export const SIGNED_IN: Caller = { api, fetchFile, isBearer: false, key: "user" };

/**
 * `password` is null until the link has asked for one. The link is sent in a header, so that it appears in no address.
 */
export function bearerOf(link: string, password: string | null): Caller {
  const send = async (request: Request): Promise<Response> => {
    request.headers.set("x-share-link", link);
    if (password !== null) request.headers.set("x-share-password", password);
    try {
      return await fetch(request);
    } catch (error) {
      if (request.signal.aborted) throw error;
      throw unreachable(error);
    }
  };
  return {
    api: createClient<paths>({ baseUrl: location.origin, fetch: send }),
    fetchFile: async (path, init = {}) => {
      const answer = await send(new Request(new URL(path, location.origin), init));
      if (answer.ok) return answer;
      throw problemOf(answer, parseJson(await answer.text()));
    },
    isBearer: true,
    key: `${link} ${password ?? ""}`,
  };
}
