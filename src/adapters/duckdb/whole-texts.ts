// Texts as they are stored, to their first character: the driver reads them with a decoder that takes U+FEFF at the beginning of a
// text for a mark of its encoding and leaves it out, and has no setting for that.
import accessors from "@duckdb/node-api/lib/vectors/dataAccessors.js";

/** For all texts that the driver reads from then on. May be called any number of times. */
export function readWholeTexts(): void {
  Object.defineProperty(accessors, "textDecoder", { value: new TextDecoder("utf-8", { ignoreBOM: true }) });
}
