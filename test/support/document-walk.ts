// A document as something to follow: its commands, and what it says that they print. In an answer `…` stands for anything.

export interface DocumentStep {
  readonly language: "sh" | "js";
  readonly commands: string;
  /** Undefined where the document shows none. */
  readonly answer: string | undefined;
}

/** The code blocks in `sh` and `js` of a text, each with the `text` block that follows it. */
export function stepsOf(document: string): readonly DocumentStep[] {
  const blocks = [...document.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = "", text = ""]) => ({
    language,
    text,
  }));
  return blocks.flatMap(({ language, text: commands }, index) => {
    if (language !== "sh" && language !== "js") return [];
    const next = blocks[index + 1];
    return [{ language, commands, answer: next?.language === "text" ? next.text : undefined }];
  });
}

/** What stands under a heading of the second level. */
export function sectionOf(document: string, heading: string): string {
  const [, body] = document.split(`\n## ${heading}\n`);
  if (body === undefined) throw new Error(`the document has no section "${heading}"`);
  return body.split(/\n## /)[0] ?? "";
}

export function patternOf(answer: string): RegExp {
  const literal = (part: string): string => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${answer.split("…").map(literal).join(".*")}$`);
}
