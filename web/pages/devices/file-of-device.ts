// A file that does not name devices belongs to the device of the page. The platform reads only files that name devices,
// so the name is put before each row on the way. Line numbers stay the same, so that refusals can be found.

const BYTE_ORDER_MARK = /^\uFEFF/;

/** `file` holds CSV rows with a header, or one JSON object per line. */
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
      // An odd number of quotes opens or closes a cell, and cells may contain line ends.
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
