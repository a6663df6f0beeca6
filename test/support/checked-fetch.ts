// `fetch` for tests that set headers or bodies of their own: its answer is held against the description that the platform
// serves of itself, as those of the REST client are.
import { AnswerCheck, DESCRIPTION_PATH } from "./answer-check.ts";

interface Described {
  readonly tag: string;
  readonly check: AnswerCheck | undefined;
}

/** By origin, with what tells whether it is still the same: the port of a platform may be that of one before it. */
const described = new Map<string, Described>();

/** Rejects where the answer is not as described. Streams are read whole first. */
export async function checkedFetch(address: string | URL, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(address, init);
  const { origin, pathname, search } = new URL(response.url);
  const text = await response.clone().text();
  const check = await checkOf(origin);
  check?.check(init.method ?? "GET", `${pathname}${search}`, {
    status: response.status,
    headers: response.headers,
    text,
  });
  return response;
}

async function checkOf(origin: string): Promise<AnswerCheck | undefined> {
  const known = described.get(origin);
  const response = await fetch(`${origin}${DESCRIPTION_PATH}`, { headers: { "if-none-match": known?.tag ?? "" } });
  if (known !== undefined && response.status === 304) return known.check;
  const found = { tag: response.headers.get("etag") ?? "", check: await AnswerCheck.in(response) };
  described.set(origin, found);
  return found.check;
}
