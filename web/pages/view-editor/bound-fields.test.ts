// What does not fit the schema of a view does not compile: members, choices and kinds of inputs.
import { expect, test } from "vitest";
import { choices } from "../../components/choices.ts";
import { ChoiceAt, NumberAt, TextAt } from "./bound-fields.tsx";
import type { Place } from "./place.ts";
import type { ViewDraft } from "./view-draft.ts";

const WAYS = { keep: "Kept", drop: "Left out" };

/** Checked by the compiler, and never called. */
function misfits(view: Place<ViewDraft>): void {
  const [grouping, limit] = [view.at("grouping"), view.at("limit")];
  void ChoiceAt({ at: grouping.at("missingGroup"), label: "", choices: choices(WAYS) });
  // @ts-expect-error -- a choice too few
  void ChoiceAt({ at: grouping.at("missingGroup"), label: "", choices: choices({ keep: "Kept" }) });
  // @ts-expect-error -- a choice too many
  void ChoiceAt({ at: grouping.at("missingGroup"), label: "", choices: choices({ ...WAYS, other: "Another" }) });
  // @ts-expect-error -- a default that is no choice
  void ChoiceAt({ at: grouping.at("missingGroup"), label: "", choices: choices(WAYS), otherwise: "other" });
  // @ts-expect-error -- no such member
  view.at("groupings");
  // @ts-expect-error -- a number in an input for texts
  void TextAt({ at: limit.at("rows"), label: "" });
  // @ts-expect-error -- a text in an input for numbers
  void NumberAt({ at: view.at("name"), label: "" });
  // @ts-expect-error -- a misspelled member in what is put there
  limit.set({ row: 1 });
}

test("places of a view take what its schema says, when they are compiled", () => {
  expect(misfits).toBeInstanceOf(Function);
});
