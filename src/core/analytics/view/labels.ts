// Labels of columns. They are the keys of a row, so they must be unique among all columns, including those of
// comparisons. Source: analytics contract 2.4, 2.10, 3.10.
import type { Compare, ComparedColumn, Field, FieldId } from "./table-view.ts";
import type { ViewProblems } from "./view-problems.ts";
import { problemData } from "../../problem-words.ts";
import { fieldOf, quote } from "../../problems.ts";

const LABEL_LENGTH_MAX = 128;
export const SUFFIX_LENGTH_MAX = 64;

/** The normal form in which labels are stored and compared. */
export function normalLabel(text: string): string {
  return text.normalize("NFC").trim();
}

/** What is wrong with a label in normal form, if anything. */
export function labelProblem(label: string, lengthMax = LABEL_LENGTH_MAX): string | undefined {
  const { length } = Array.from(label);
  if (length === 0 || length > lengthMax) return `has 1 to ${String(lengthMax)} characters, got ${String(length)}`;
  if (!label.isWellFormed()) return "must be well-formed Unicode text";
  if (/[\p{Cc}\u2028\u2029]/u.test(label)) return "may not hold control characters";
  if (/<[A-Za-z!?/][^<>]*>/.test(label)) return "may not hold HTML tags";
  if (holdsTemplate(label)) return "may not hold templates as {{x}}";
  if (label === "__proto__") return "may not be __proto__, which many programs cannot keep as a key";
  return undefined;
}

function holdsTemplate(label: string): boolean {
  const start = label.indexOf("{{");
  return start >= 0 && label.includes("}}", start + 2);
}

/** The heading of a comparison column, such as `energyUsage (previous week)`. */
function comparedLabel(label: string, suffix: string): string {
  return `${label} (${suffix})`;
}

/** The columns that a comparison adds after a field, in the order of `show`; none if the field is not compared. */
export function comparedColumns(
  compare: Compare | null,
  field: Pick<Field, "id" | "label">,
): readonly { readonly column: ComparedColumn; readonly label: string }[] {
  if (!compare?.fields.includes(field.id)) return [];
  return compare.show.map((column) => ({ column, label: comparedLabel(field.label, compare.suffixes[column]) }));
}

/** `labels` in the order of the fields in the document, each with its JSON pointer. */
export function checkLabels(
  fields: readonly { readonly id: FieldId; readonly label: string; readonly pointer: string }[],
  compare: Compare | null,
  problems: ViewProblems,
): void {
  const used = new Set<string>();
  for (const { label, pointer } of fields) {
    if (used.has(label)) duplicate(problems, `${pointer}/label`, label);
    used.add(label);
  }
  for (const field of fields)
    for (const { label } of comparedColumns(compare, field)) {
      if (used.has(label)) duplicate(problems, "/compare", label);
      used.add(label);
    }
}

function duplicate(problems: ViewProblems, pointer: string, label: string): void {
  const message = `Column label ${quote(label)} is used twice. Labels are the keys of a row, so each must be unique.`;
  problems.add(pointer, "LABEL_DUPLICATE", message, problemData("taken", { field: fieldOf(pointer), found: label }));
}
