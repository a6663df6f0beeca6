// Gives the answers of the API the names that stand in their texts. Browsers have the fault of decision 0041 too, and a
// name that is shown is a name that somebody deletes.
import type { Middleware } from "openapi-fetch";
import { parseNamed } from "../../src/lib/json-names.ts";

export const namedAnswers: Middleware = {
  async onResponse({ response, options }) {
    const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
    if (!response.ok || !isJson || options.parseAs !== "json") return undefined;
    return new NamedAnswer(await response.text(), response);
  },
};

/** The client calls `json` where an answer says how long it is. */
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
