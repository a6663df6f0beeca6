// Files without names of devices, for the device that they are about, and what a preview says of a file.
import { expect, test } from "vitest";
import { fileOfDevice } from "./file-of-device.ts";
import { previewOf } from "./import-preview.ts";

const csv = async (text: string, device = "a, b") => await (await fileOfDevice(new Blob([text]), device, false)).text();

test("each row of a CSV gets the name, the head the name of the column", async () => {
  expect(await csv('ts,key,value\n1,k,2\n\n2,"k\nk","say ""hi"""\n')).toBe(
    'device,ts,key,value\n"a, b",1,k,2\n\n"a, b",2,"k\nk","say ""hi"""\n',
  );
});

test("each object gets the name, whatever it is made of", async () => {
  const file = new Blob(['{"ts":1,"values":{"k":1}}\n {"ts":2,"values":{"k":2}}\n']);
  expect(await (await fileOfDevice(file, '$& "x"', true)).text()).toBe(
    '{"device":"$& \\"x\\"","ts":1,"values":{"k":1}}\n{"device":"$& \\"x\\"","ts":2,"values":{"k":2}}\n',
  );
});

test("a preview has the first lines and the devices that they name", async () => {
  const text = 'ts,device,key,value\n1,"say ""a""",k,1\n2,b,k,2\n#complete,,points,2,number\n';
  expect(await previewOf(new File([text], "x.csv"))).toEqual({
    lines: text.trim().split("\n"),
    hasMore: false,
    devices: ['say "a"', "b"],
  });
});

test("a file that names no devices says so", async () => {
  expect((await previewOf(new File(["ts,temperature\n1,2\n"], "x.csv"))).devices).toBeNull();
  expect((await previewOf(new File(['{"ts":1,"values":{}}\n'], "x.ndjson"))).devices).toBeNull();
  expect((await previewOf(new File(['{"device":"a","ts":1}\n'], "x.ndjson"))).devices).toEqual(["a"]);
});
