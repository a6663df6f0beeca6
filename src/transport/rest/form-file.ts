// The file of a form (multipart/form-data), passed on in chunks as it arrives.
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import { invalid } from "../../core/errors.ts";
import { ErrorCode, HttpError } from "./http-status.ts";

export interface FormFile {
  /** Without folders; empty if the form has no name for it. */
  readonly name: string;
  readonly contentType: string;
  /** Must be read to its end. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** No client sends a form with more than this around the file. */
const LIMITS = { fields: 10, fieldSize: 65_536, files: 10, parts: 20, headerPairs: 20, headerSize: 16_384 };

const FORM_TYPE = "multipart/form-data";

export interface Form {
  /** The bytes of the body, until the signal aborts. */
  readonly open: (signal: AbortSignal) => AsyncIterable<Buffer>;
  readonly contentType: string;
}

/**
 * Passes the file in the part `field` to `take` and returns its result; other parts are discarded. Rejects like `take`
 * and the reading of the body, and with `invalid` if the body is not a valid form or has no such file.
 */
export async function takeFormFile<Result>(
  field: string,
  { open, contentType }: Form,
  take: (file: FormFile) => Promise<Result>,
): Promise<Result> {
  const parser = parserFor(contentType);
  const stop = new AbortController();
  const refused = Promise.withResolvers<never>();
  let stream: BusboyFileStream | undefined;
  let taken: Promise<Result> | undefined;
  parser.on(
    "file",
    (name: string, file: BusboyFileStream, fileName: string | undefined, _coding: string, type: string) => {
      // If the body ends inside a file, the parser reports that as well.
      file.on("error", () => undefined);
      if (name !== field || taken !== undefined) {
        file.resume();
        return;
      }
      stream = file;
      taken = take({ name: fileName ?? "", contentType: type, bytes: file });
      taken.catch(refused.reject);
    },
  );
  const read = pipeline(open(stop.signal), parser, { signal: stop.signal });
  try {
    // If `take` refuses the file, do not wait for the rest of it.
    await Promise.race([read, refused.promise]);
  } catch (error) {
    stop.abort();
    await read.catch(() => undefined);
    const failure = isFormError(error) ? invalid(`the body is no valid ${FORM_TYPE}: ${error.message}`) : error;
    stream?.destroy(failure instanceof Error ? failure : undefined);
    if (taken === undefined) throw failure;
    // If the file had arrived completely, it has been taken, whatever is wrong with the data after it.
    return await taken.catch(() => {
      throw failure;
    });
  }
  if (taken === undefined) throw invalid(`the form has no file in its part "${field}"`);
  return await taken;
}

function parserFor(contentType: string): BusboyInstance {
  if (contentType.split(";", 1)[0]?.trim().toLowerCase() !== FORM_TYPE)
    throw new HttpError(
      415,
      ErrorCode.BAD_REQUEST,
      `the media type "${contentType.slice(0, 64)}" is not supported, send ${FORM_TYPE}`,
    );
  try {
    return new Busboy({ headers: { "content-type": contentType }, limits: LIMITS });
  } catch (error) {
    throw invalid(`the media type has no boundary: ${error instanceof Error ? error.message : "unknown"}`);
  }
}

/** Errors of the parser itself are plain errors; those of the body have their own class, or a code. */
function isFormError(error: unknown): error is Error {
  return error instanceof Error && Object.getPrototypeOf(error) === Error.prototype && !("code" in error);
}
