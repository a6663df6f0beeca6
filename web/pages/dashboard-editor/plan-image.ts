// Reads the image of a plan as a data URL. A photograph that is too large for a configuration is made smaller; a drawing as SVG cannot be.
import { words } from "../../words/words.ts";

/** As the platform bounds it. */
const PLAN_IMAGE_CHARS_MAX = 524_288;
export const IMAGE_TYPES = ["image/png", "image/jpeg", "image/webp", "image/svg+xml"] as const;

const WORDS = words.dashboardEditor.image;
const EDGES = [2_000, 1_400, 1_000, 700] as const;
const QUALITY = 0.82;

/** Rejects with the reason in words. */
export async function planImage(file: File): Promise<string> {
  if (!IMAGE_TYPES.some((type) => type === file.type))
    throw new Error(WORDS.wrongType(file.type === "" ? WORDS.unknownType : file.type));
  const url = await dataUrl(file);
  if (url.length <= PLAN_IMAGE_CHARS_MAX) return url;
  const smaller = file.type === "image/svg+xml" ? null : await smallerImage(file);
  if (smaller !== null) return smaller;
  throw new Error(WORDS.tooLarge(kibibytes(PLAN_IMAGE_CHARS_MAX), kibibytes(url.length)));
}

function kibibytes(chars: number): number {
  return Math.ceil(chars / 1_024);
}

function dataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      if (typeof reader.result === "string") resolve(reader.result);
    });
    reader.addEventListener("error", () => reject(new Error(WORDS.unread)));
    reader.readAsDataURL(file);
  });
}

/** Null if it is too large however small it is drawn. */
async function smallerImage(file: File): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error(WORDS.noImage);
  });
  const canvas = document.createElement("canvas");
  for (const edge of EDGES) {
    const scale = Math.min(1, edge / Math.max(picture.width, picture.height));
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const url = canvas.toDataURL("image/webp", QUALITY);
    if (url.length <= PLAN_IMAGE_CHARS_MAX) return url;
  }
  return null;
}
