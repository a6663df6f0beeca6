// Reads server-sent events one by one, as a browser would.
import { parseNamed } from "../../src/lib/json-names.ts";

export interface ServerEvent {
  readonly event: string;
  readonly data: unknown;
}

export class EventReader {
  readonly #reader: ReadableStreamDefaultReader<string>;
  #text = "";

  private constructor(reader: ReadableStreamDefaultReader<string>) {
    this.#reader = reader;
  }

  static async open(url: string, headers: Readonly<Record<string, string>>): Promise<EventReader> {
    const response = await fetch(url, { headers });
    if (response.status !== 200 || response.body === null)
      throw new Error(`${url} answered ${String(response.status)}: ${await response.text()}`);
    return new EventReader(response.body.pipeThrough(new TextDecoderStream()).getReader());
  }

  /** Undefined where the stream has ended. Comments are passed over. */
  async next(): Promise<ServerEvent | undefined> {
    for (;;) {
      const end = this.#text.indexOf("\n\n");
      if (end >= 0) {
        const lines = this.#text.slice(0, end).split("\n");
        this.#text = this.#text.slice(end + 2);
        const event = lines.find((line) => line.startsWith("event: "))?.slice(7);
        if (event === undefined) continue;
        const data = lines.flatMap((line) => (line.startsWith("data: ") ? [line.slice(6)] : [])).join("\n");
        return { event, data: parseNamed(data) };
      }
      const { done, value } = await this.#reader.read();
      if (done) return undefined;
      this.#text += value;
    }
  }

  close(): Promise<void> {
    return this.#reader.cancel();
  }
}
