import { expect, test } from "vitest";
import { disposition } from "./attachment.ts";

test("the header of a file names it in ASCII for all, and exactly for those who know how", () => {
  expect(disposition("a (1).csv")).toBe('attachment; filename="a (1).csv"');
  expect(disposition("Zähler.csv")).toBe("attachment; filename=\"Z_hler.csv\"; filename*=UTF-8''Z%C3%A4hler.csv");
  expect(disposition('a"b\\c\r\n.bin')).toBe(
    "attachment; filename=\"a_b_c__.bin\"; filename*=UTF-8''a%22b%5Cc%0D%0A.bin",
  );
});
