// The operators of filters in words. Source: analytics contract 2.8.
import { choices } from "../../components/choices.ts";
import { words } from "../../words/words.ts";

const texts = words.viewEditor.filters;

export const OPERATORS = choices(texts.operators, texts.operatorsSay);

export function takesValues(operator: string): boolean {
  return operator !== "isMissing" && operator !== "isPresent";
}

export const APPLIES = choices(texts.appliesTo, texts.appliesSay);
export const VALUE_TYPES = choices(texts.valueTypes);
export const EMPTY_MEANS = choices(texts.emptyMeanings);

/**
 * A number if the text is a JSON number that a double can hold; otherwise the text, or a boolean for types other than
 * text.
 */
export function valueOfText(text: string, valueType: string): string | number | boolean {
  if (valueType === "text") return text;
  if (text === "true" || text === "false") return text === "true";
  const number = Number(text);
  return text.trim() !== "" && String(number) === text && Number.isFinite(number) ? number : text;
}
