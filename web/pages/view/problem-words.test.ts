// What is said when there is no report.
import { expect, test } from "vitest";
import { ApiProblem } from "../../api/problem.ts";
import { costText, madeOfText, tookText } from "./cost-text.ts";
import { adviceFor } from "./problem-words.ts";

test.each([
  ["LIMIT_REACHED", ["retry", "background"]],
  ["QUEUE_TIMEOUT", ["retry", "background"]],
  ["REPORT_TIMEOUT", ["background", "retry"]],
  ["REPORT_TOO_EXPENSIVE", ["cost"]],
  ["REPORT_TOO_LARGE", []],
  ["VIEW_NOT_FOUND", ["views"]],
  ["SOMETHING_NEW", ["retry"]],
])("%s offers %j", (code, offers) => {
  const advice = adviceFor(new ApiProblem("said by the platform", { status: 400, code }));
  expect(advice.offers).toEqual(offers);
  expect(advice.title).not.toBe("");
});

test("an error that is none of the platform's can be tried again", () => {
  expect(adviceFor(new Error("broken")).offers).toEqual(["retry"]);
});

test("what a report reads and how long it takes are given in round figures", () => {
  expect(costText({ estimatedSamples: 1_234_567, series: 240, devices: 1 })).toBe(
    "about 1.2M points of 240 series on 1 device",
  );
  expect([1, 8_231, 1_234_567, 0].map((estimatedSamples) => madeOfText({ estimatedSamples, devices: 5 }))).toEqual([
    ...["1 value of 5 devices", "about 8,200 values of 5 devices", "about 1.2 million values of 5 devices"],
    null,
  ]);
  expect([tookText(0), tookText(12), tookText(340)]).toEqual(["less than 1 ms", "12 ms", "0.3 s"]);
});
