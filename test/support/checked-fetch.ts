// `fetch` for tests that set headers or bodies of their own: its answer is held against the description that the platform
// serves of itself, as those of the REST client are.
import { AnswerCheck } from "./answer-check.ts";

const checks = new Map<string, Promise<AnswerCheck | undefined>>();

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

function checkOf(origin: string): Promise<AnswerCheck | undefined> {
  const known = checks.get(origin) ?? AnswerCheck.of(origin);
  checks.set(origin, known);
  return known;
}
