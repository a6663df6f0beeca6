// Pictures that a stylesheet carries inline become files of the same bytes.
import { expect, test } from "vitest";
import { withoutInlinePictures } from "./page-files.ts";

test("quoted, escaped and base64 pictures are taken out, each once", () => {
  const { css, pictures } = withoutInlinePictures(
    String.raw`a{background:url("data:image/svg+xml;charset=utf-8,<svg fill=\"%23fff\"/>") 50%}` +
      String.raw`b{mask:url("data:image/svg+xml;charset=utf-8,<svg fill=\"%23fff\"/>")}c{d:url(data:image/png;base64,AAEC)}`,
  );

  expect(css).toBe(`a{background:url("picture-1") 50%}b{mask:url("picture-1")}c{d:url("picture-2")}`);
  expect([...pictures]).toEqual([
    ["picture-1", { contentType: "image/svg+xml", bytes: Buffer.from('<svg fill="#fff"/>') }],
    ["picture-2", { contentType: "image/png", bytes: Buffer.from([0, 1, 2]) }],
  ]);
});

test("other addresses stay", () => {
  const css = "a{background:url(other.png)}";

  expect(withoutInlinePictures(css)).toEqual({ css, pictures: new Map() });
});

test("a picture that cannot be read is an error rather than a hole", () => {
  expect(() => withoutInlinePictures('a{b:url("data:nothing")}')).toThrow("cannot be read: data:nothing");
});
