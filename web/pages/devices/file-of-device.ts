// A file that does not name devices is about the one whose page it is given to: the name is put before each of its rows on
// the way to the platform, which reads files that name them. Lines stay where they are, so that refusals can be found.

const BYTE_ORDER_MARK = /^\uFEFF/;

/** `file` holds rows of CSV with a head, or objects a line. */
export async function fileOfDevice(file: Blob, device: string, isNdjson: boolean): Promise<Blob> {
  const rows = isNdjson ? new JsonRows(device) : new CsvRows(device);
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader();
  const pieces: Blob[] = [];
  for (let next = await reader.read(); !next.done; next = await reader.read())
    pieces.push(new Blob([rows.take(next.value)]));
  return new Blob(pieces);
}

class CsvRows {
  readonly #cell: string;
  #isHead = true;
  #isAtStart = true;
  #isQuoted = false;

  constructor(device: string) {
    this.#cell = `"${device.replaceAll('"', '""')}",`;
  }

  take(text: string): string {
    let out = "";
    for (const piece of text.replace(BYTE_ORDER_MARK, "").split(/(?<=\n)/)) {
      if (piece === "") continue;
      if (this.#isAtStart && piece.trim() !== "") {
        out += this.#isHead ? "device," : this.#cell;
        this.#isHead = false;
      }
      out += piece;
      // An odd number of quotes opens a cell or closes one, in which lines may end.
      if ((piece.split('"').length - 1) % 2 === 1) this.#isQuoted = !this.#isQuoted;
      this.#isAtStart = piece.endsWith("\n") && !this.#isQuoted;
    }
    return out;
  }
}

class JsonRows {
  readonly #member: string;
  #isAtStart = true;

  constructor(device: string) {
    this.#member = `{"device":${JSON.stringify(device)},`;
  }

  take(text: string): string {
    let out = "";
    for (const piece of text.replace(BYTE_ORDER_MARK, "").split(/(?<=\n)/)) {
      if (piece === "") continue;
      out += this.#isAtStart ? piece.replace(/^\s*\{/, this.#member.replaceAll("$", "$$$$")) : piece;
      this.#isAtStart = piece.endsWith("\n");
    }
    return out;
  }
}
