// Which field of a form a refusal speaks of.
import { expect, test } from "vitest";
import { ApiProblem, fieldProblem } from "../api/problem.ts";
import { problemAt } from "./problem-field.ts";

test.each([
  ['Name "Plant gateway" is taken already.', "name"],
  ["Title is required.", "title"],
  ['"name" may have 1 to 255 characters, got 256.', "name"],
  ['Email must look like name@example.com, got "x".', "email"],
  ["CredentialsId is used by another device already.", "credentialsId"],
  ['The title "Public" belongs to the customer of public devices.', "title"],
])("%s stands next to the field %s", (message, field) => {
  expect(problemAt(new ApiProblem(message), ["other", field])).toBe(message);
  expect(problemAt(new ApiProblem(message), ["other"])).toBeNull();
});

test("next to its field, a member deep in the body is not named by its path", () => {
  const refusal = new ApiProblem("profileData.configuration must be an object.");

  expect(problemAt(refusal, ["other", "profileData.configuration"])).toBe("This must be an object.");
});

test("a member of a list stands next to its own field", () => {
  const refusal = new ApiProblem("profileData.keys[12].unit may have 32 characters, got 33");
  expect(problemAt(refusal, ["profileData.keys[12].unit"])).toBe("This may have 32 characters, got 33");
  expect(problemAt(refusal, ["profileData.keys[1].unit"])).toBeNull();
  expect(problemAt(refusal, ["profileData.keys"])).toBeNull();
});

test("what a pointer of the platform says comes before the words", () => {
  const places = [{ pointer: "/columns/0", code: "invalid", message: "columns[0] is unknown" }];
  expect(problemAt(new ApiProblem("the view is not valid", { places }), ["columns.0"])).toBe("columns[0] is unknown");
});

test("what a form refuses itself stands next to its field, in any language", () => {
  const refusal = fieldProblem("waves", "Geben Sie steigende Prozentsätze an.");
  expect(problemAt(refusal, ["waves", "percent"])).toBe("Geben Sie steigende Prozentsätze an.");
  expect(problemAt(refusal, ["name"])).toBeNull();
});

test("anything else is shown for the whole form", () => {
  expect(problemAt(new Error("name is wrong"), ["name"])).toBeNull();
  expect(problemAt(new ApiProblem("Device 784f394c does not exist."), ["name"])).toBeNull();
  expect(problemAt(null, ["name"])).toBeNull();
});
