// Whether an exported file has its end.
import { expect, test } from "vitest";
import { isWhole } from "./export-file.ts";

test("a file without its last line is not whole", async () => {
  expect(
    await isWhole(new Blob(["device,ts,key,value,type\na,1,k,2,number\n#complete,,points,1,number\n"]), "CSV"),
  ).toBe(true);
  expect(await isWhole(new Blob(["device,ts,key,value,type\na,1,k,2,number\n"]), "CSV")).toBe(false);
  expect(await isWhole(new Blob(['{"device":"a"}\n{"complete":true,"points":1}\n']), "NDJSON")).toBe(true);
  expect(await isWhole(new Blob(["PAR1 and more"]), "PARQUET")).toBe(false);
});
