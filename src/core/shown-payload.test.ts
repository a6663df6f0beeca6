import { expect, test } from "vitest";
import { excerptOf, shownPayload, shownReason } from "./shown-payload.ts";

test("the beginning of a long payload is kept, up to a whole character", () => {
  const excerpt = excerptOf(Buffer.from(`${"x".repeat(2_047)}é and more`));
  expect(excerpt.beginning).toHaveLength(2_048);
  expect(shownPayload("t", excerpt)).toEqual({ text: "x".repeat(2_047), cut: true });
  expect(excerpt.bytes).toBe(2_058);
});

test("an excerpt stays as it is when the buffer of the payload is used again", () => {
  const payload = Buffer.from("before");
  const excerpt = excerptOf(payload);
  payload.write("after!");
  expect(shownPayload("t", excerpt)).toEqual({ text: "before", cut: false });
});

test.each(["v1/gateway/claim", "v1/devices/me/claim", "v2/c"])("nothing of a claim on %s is shown", (topic) => {
  const excerpt = excerptOf(Buffer.from('{"boiler":{"secretKey":"hunter2'));
  expect(shownPayload(topic, excerpt)).toEqual({ text: "(not shown)", cut: false });
});

test("secrets are masked, and the words about bad JSON quote nothing where there may be one", () => {
  const excerpt = excerptOf(Buffer.from('{"boiler":{"secretKey":hunter2}}'));
  expect(shownPayload("v1/gateway/attributes", excerpt).text).toBe('{"boiler":{"secretKey":"***"}}');
  const harmless = excerptOf(Buffer.from('{"boiler":{"a":hunter2}}'));
  const long = excerptOf(Buffer.from(`{"boiler":"${"x".repeat(9_999)}"`));
  for (const words of [
    'the payload is not JSON: line 1, column 26 has the word hunter2, which needs double quotes, near Key":hunter2}}; names stand',
    messageOf(() => JSON.parse('{"boiler":{"secretKey":hunter2}}')),
    messageOf(() => JSON.parse("hunter2 was here")),
  ]) {
    expect(shownReason(words, "v1/gateway/attributes", excerpt)).toMatch(
      /^(the payload.* column 26|Unexpected token .*)$/,
    );
    for (const [topic, of] of [
      ["v1/gateway/attributes", excerpt],
      ["v1/gateway/attributes", long],
      ["v1/gateway/claim", harmless],
    ] as const)
      expect(shownReason(words, topic, of)).not.toContain("unter2");
    expect(shownReason(words, "v1/gateway/attributes", harmless)).toBe(words);
    expect(shownReason(words, "v1/gateway/claim", undefined)).toBe(words);
  }
});

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return (error as Error).message;
  }
  return "";
}
