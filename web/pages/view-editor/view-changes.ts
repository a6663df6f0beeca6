// What a save of a view has changed, in words.
import { entryChanges, isSame, quotedName, wordChange } from "../../components/revision-changes.ts";
import { words } from "../../words/words.ts";
import { PARTS } from "./parts.ts";
import type { ViewDraft } from "./view-draft.ts";

const texts = words.viewEditor.history.changes;
const LABELS = words.viewEditor.editor.partLabels;

/** One line for each thing that differs, and one for the parts of the editor where more does; empty if nothing does. */
export function viewChanges(before: ViewDraft, after: ViewDraft): readonly string[] {
  const parts = PARTS.filter(
    ({ id, members }) =>
      id !== "columns" && id !== "filters" && members.some((name) => !isSame(before[name], after[name])),
  );
  return [
    ...entryChanges(texts.columns, columns(before), columns(after)),
    ...entryChanges(texts.filters, filters(before), filters(after)),
    ...(parts.length === 0 ? [] : [texts.parts(parts.map(({ id }) => LABELS[id]).join(", "))]),
    ...wordChange(texts.name, quotedName(before.name ?? ""), quotedName(after.name ?? "")),
  ];
}

function columns({ fields = [] }: ViewDraft) {
  return fields.map((field) => ({ id: field.id ?? "", name: field.label ?? field.id ?? "", content: field }));
}

function filters({ filters: all = [] }: ViewDraft) {
  return all.map((filter) => ({
    id: filter.name ?? "",
    name: (filter.label ?? "") === "" ? (filter.name ?? "") : (filter.label ?? ""),
    content: filter,
  }));
}
