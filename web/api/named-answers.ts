// Gives API answers exactly the names in their JSON texts. Browsers also have the fault of decision 0041, and people
// delete things by the names they are shown.
import type { Middleware } from "openapi-fetch";
import { parseNamed } from "../../src/lib/json-names.ts";

export const namedAnswers: Middleware = {
  async onResponse({ response, options }) {
    const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
    if (!response.ok || !isJson || options.parseAs !== "json") return undefined;
    return new NamedAnswer(await response.text(), response);
  },
};

/** The client calls `json` if an answer states its length. */
class NamedAnswer extends Response {
  readonly #text: string;

  constructor(text: string, { status, statusText, headers }: Response) {
    super(null, { status, statusText, headers: [...headers, ["content-length", String(text.length)]] });
    this.#text = text;
  }

  override async json(): Promise<unknown> {
    return this.#text === "" ? undefined : parseNamed(this.#text);
  }
}
