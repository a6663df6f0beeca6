// The languages that people are written to in.

export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Of a mail. */
export interface Recipient {
  readonly email: string;
  readonly language: Language;
}

const RANGES_MAX = 20;

/** The best of ours for the header Accept-Language; English if it asks for none of them. Source: RFC 9110, section 12.5.4. */
export function languageAsked(header: string | undefined): Language {
  const ranges = (header ?? "").split(",", RANGES_MAX).map((range) => {
    const [tag = "", ...parameters] = range.toLowerCase().split(";");
    const quality = parameters
      .map((each) => /^\s*q\s*=\s*([\d.]+)\s*$/.exec(each)?.[1])
      .find((each) => each !== undefined);
    return { language: tag.trim().split("-")[0] ?? "", weight: quality === undefined ? 1 : Number(quality) };
  });
  const wanted = ranges.filter(({ weight }) => weight > 0).toSorted((one, other) => other.weight - one.weight);
  return wanted.map(({ language }) => LANGUAGES.find((known) => known === language)).find((found) => found) ?? "en";
}
