// The stylesheet of the documentation page, with the pictures that it carries as data: addresses taken out and served as
// files: the page's security policy allows nothing but files of this server.

export interface Picture {
  readonly contentType: string;
  readonly bytes: Buffer;
}

export interface Stylesheet {
  readonly css: string;
  /** By the names that the stylesheet has for them now. */
  readonly pictures: ReadonlyMap<string, Picture>;
}

export const PICTURE_NAME = /^picture-\d+$/;

/** A data: address in a stylesheet: quoted, with `\"` for quotes inside, or bare. */
const DATA_ADDRESS = /url\((?:"(data:(?:[^"\\]|\\.)*)"|(data:[^)"]*))\)/g;
const DATA_PARTS = /^data:([^;,]+)((?:;[^;,]+)*),(.*)$/s;

/** Throws where a data: address cannot be read, which a new version of the package may bring. */
export function withoutInlinePictures(css: string): Stylesheet {
  const names = new Map<string, string>();
  const pictures = new Map<string, Picture>();
  const rewritten = css.replaceAll(DATA_ADDRESS, (_text, quoted?: string, bare?: string) => {
    const address = quoted?.replaceAll(/\\(.)/g, "$1") ?? bare ?? "";
    const name = names.get(address) ?? `picture-${String(names.size + 1)}`;
    if (!names.has(address)) {
      names.set(address, name);
      pictures.set(name, pictureOf(address));
    }
    return `url("${name}")`;
  });
  return { css: rewritten, pictures };
}

function pictureOf(address: string): Picture {
  const [, contentType, parameters = "", data = ""] = DATA_PARTS.exec(address) ?? [];
  if (contentType === undefined)
    throw new Error(`the stylesheet has a picture that cannot be read: ${address.slice(0, 64)}`);
  const bytes = parameters.includes(";base64") ? Buffer.from(data, "base64") : Buffer.from(decodeURIComponent(data));
  return { contentType, bytes };
}
