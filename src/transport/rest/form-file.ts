// The file of a form (multipart/form-data), handed on piece by piece while it arrives.
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import { invalid } from "../../core/errors.ts";
import { ErrorCode, HttpError } from "./http-status.ts";

export interface FormFile {
  /** Without folders; empty where the form names none. */
  readonly name: string;
  readonly contentType: string;
  /** To be read to its end. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** A form with more around the file than this is none that a client sends. */
const LIMITS = { fields: 10, fieldSize: 65_536, files: 10, parts: 20, headerPairs: 20, headerSize: 16_384 };

const FORM_TYPE = "multipart/form-data";

export interface Form {
  /** Its bytes, for as long as the signal lets. */
  readonly open: (signal: AbortSignal) => AsyncIterable<Buffer>;
  readonly contentType: string;
}

/**
 * What `take` makes of the part of this name; other parts are thrown away. Rejects as `take` and the bytes do, and with
 * `invalid` for a body that is no such form or has no such file.
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
      // A body that ends within a file is an error of the parser as well.
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
    // A caller that refuses the file need not wait for the rest of it.
    await Promise.race([read, refused.promise]);
  } catch (error) {
    stop.abort();
    await read.catch(() => undefined);
    const failure = isFormError(error) ? invalid(`the body is no valid ${FORM_TYPE}: ${error.message}`) : error;
    stream?.destroy(failure instanceof Error ? failure : undefined);
    if (taken === undefined) throw failure;
    // A file that had arrived as a whole has been taken, whatever is wrong behind it.
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

/** What the parser itself throws is a plain error; those of the body have a type of their own, or a code. */
function isFormError(error: unknown): error is Error {
  return error instanceof Error && Object.getPrototypeOf(error) === Error.prototype && !("code" in error);
}
