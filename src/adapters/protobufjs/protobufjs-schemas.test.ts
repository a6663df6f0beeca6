// What messages say as JSON, held against protobufjs's own encoder; hostile schemas; and that no code is built
// from a schema.
import { execFileSync } from "node:child_process";
import fc from "fast-check";
import protobuf from "protobufjs";
import { describe, expect, test } from "vitest";
import { casesOf } from "../../../test/support/seed.ts";
import { DomainError } from "../../core/errors.ts";
import { parseJson } from "../../lib/json.ts";
import { ProtobufjsSchemas } from "./protobufjs-schemas.ts";

const schemas = new ProtobufjsSchemas();
const proto3 = (text: string): string => `syntax = "proto3";\n${text}`;

/** The bytes of a message as the library writes them. */
function encoded(schema: string, name: string, value: object): Uint8Array {
  const type = protobuf.parse(schema, { keepCase: true }).root.lookupType(name);
  return type.encode(type.fromObject(value)).finish();
}

const ALL = proto3(`
package plant;
enum Mode { option allow_alias = true; OFF = 0; ON = 1; ALSO_ON = 1; }
message Other { string a = 1; }
message Reading {
  double double = 1; float float = 2; int32 int32 = 3; uint32 uint32 = 4; sint32 sint32 = 5; fixed32 fixed32 = 6;
  sfixed32 sfixed32 = 7; int64 int64 = 8; uint64 uint64 = 9; sint64 sint64 = 10; fixed64 fixed64 = 11;
  sfixed64 sfixed64 = 12; bool bool = 13; string string = 14; bytes bytes = 15; Mode mode = 16;
  optional int32 maybe = 17; repeated int32 list = 18; repeated string names = 19; Inner inner = 20;
  map<string, Inner> inners = 21; map<int32, Mode> modes = 22; oneof either { string left = 23; Inner right = 24; }
  string under_score_name = 25; int32 named = 26 [json_name = "other name"]; repeated Inner all = 27;
  message Inner { int32 x = 1; Inner deeper = 2; }
}`);

const DEFAULTS = {
  double: 0,
  float: 0,
  int32: 0,
  uint32: 0,
  sint32: 0,
  fixed32: 0,
  sfixed32: 0,
  int64: 0,
  uint64: 0,
  sint64: 0,
  fixed64: 0,
  sfixed64: 0,
  bool: false,
  string: "",
  bytes: "",
  mode: "OFF",
  list: [],
  names: [],
  inners: {},
  modes: {},
  underScoreName: "",
  "other name": 0,
  all: [],
};

describe("messages as JSON", () => {
  const schema = schemas.compile(ALL);
  const read = (value: object): unknown => parseJson(schema.toJson(encoded(ALL, "plant.Reading", value)));

  test("every field without presence is there, at its default", () => {
    expect(parseJson(schema.toJson(Buffer.alloc(0)))).toEqual(DEFAULTS);
  });

  test("every kind of field, with all its digits", () => {
    const value = {
      double: 21.5,
      float: 0.1,
      int32: -2_147_483_648,
      uint32: 4_294_967_295,
      sint32: -7,
      fixed32: 4_294_967_295,
      sfixed32: -7,
      int64: "-9223372036854775808",
      uint64: "18446744073709551615",
      sint64: "9007199254740993",
      fixed64: "9223372036854775807",
      sfixed64: "-9007199254740993",
      bool: true,
      string: 'größe "1"\n',
      bytes: Buffer.from([0, 255, 254]),
      mode: 1,
      maybe: 0,
      list: [1, -1, 300],
      names: ["a", ""],
      inner: { x: 1, deeper: { x: 2 } },
      inners: { a: { x: 3 }, "": {} },
      modes: { 5: 1 },
      right: { x: 4 },
      under_score_name: "u",
      named: 6,
      all: [{ x: 1 }, {}],
    };
    expect(read(value)).toEqual({
      ...value,
      int64: -9_223_372_036_854_775_808n,
      uint64: 18_446_744_073_709_551_615n,
      sint64: 9_007_199_254_740_993n,
      fixed64: 9_223_372_036_854_775_807n,
      sfixed64: -9_007_199_254_740_993n,
      bytes: "AP/+",
      mode: "ON",
      inners: { a: { x: 3 }, "": { x: 0 } },
      modes: { "5": "ON" },
      all: [{ x: 1 }, { x: 0 }],
      underScoreName: "u",
      "other name": 6,
      named: undefined,
      under_score_name: undefined,
    });
  });

  test("an enum value that the schema does not have is its number, a map entry without a value its default", () => {
    const entry = [0xaa, 0x01, 0x03, 0x0a, 0x01, 0x61];
    expect(parseJson(schema.toJson(Buffer.from([0x80, 0x01, 0x07, ...entry])))).toEqual({
      ...DEFAULTS,
      mode: 7,
      inners: { a: { x: 0 } },
    });
  });

  test.each([
    [NaN, "NaN"],
    [Infinity, "NaN"],
    [-Infinity, "NaN"],
    [1e300, "1e+300"],
    [-0, "-0"],
    [5, "5"],
  ])("the double %j is written as %s, whose finiteness the reader checks", (double, text) => {
    const payload = encoded(ALL, "plant.Reading", { double, inner: {} });
    expect(schema.toJson(payload)).toContain(`{"double":${text},`);
  });

  test.each([0.1, 21.5, 3.402_823_466_385_288_6e38, 1.401_298_464_324_817e-45, 16_777_216, -1e-7, 123.456])(
    "the float %d is written with as few digits as tell it from other floats",
    (number) => {
      const float = Math.fround(number);
      const shown = Number(/"float":([^,]+),/.exec(schema.toJson(encoded(ALL, "plant.Reading", { float })))?.[1]);
      expect(Math.fround(shown)).toBe(float);
      expect(String(shown).length).toBeLessThanOrEqual(String(number).length);
    },
  );

  test("a oneof that is set again and again costs the same among many other fields", () => {
    const others = Array.from({ length: 500 }, (_, index) => index + 3);
    const fields = others.map((number) => `bool a${number.toString(36)}=${String(number)};`).join("");
    const payload = Buffer.concat(Array.from({ length: 100_000 }, () => Buffer.from([8, 1, 16, 1])));
    const set = protobuf.Writer.create();
    for (const number of others) set.uint32(number << 3).bool(true);
    const spentMillis = (otherFields: string, bytes: Buffer): number => {
      const compiled = schemas.compile(proto3(`message M{oneof o{bool x=1;bool y=2;}${otherFields}}`));
      const startedAt = process.threadCpuUsage().user;
      const json = parseJson(compiled.toJson(bytes));
      const spent = (process.threadCpuUsage().user - startedAt) / 1000;
      expect(json).toMatchObject({ y: true });
      expect(json).not.toHaveProperty("x");
      return spent;
    };
    const alone = Math.max(spentMillis("", payload), spentMillis("", payload));
    // When each turn looks through the others it is a hundred times as much.
    expect(spentMillis(fields, Buffer.concat([set.finish(), payload]))).toBeLessThan(10 * alone + 500);
  });

  test("of a oneof the last counts, a message in parts is one message, lists may be packed or not", () => {
    const left = [0xba, 0x01, 0x01, 0x61];
    const right = [0xc2, 0x01, 0x02, 0x08, 0x05];
    expect(parseJson(schema.toJson(Buffer.from([...left, ...right])))).toMatchObject({ right: { x: 5 } });
    expect(parseJson(schema.toJson(Buffer.from([...right, ...left])))).not.toHaveProperty("right");
    const parts = [0xa2, 0x01, 0x02, 0x08, 0x05, 0xa2, 0x01, 0x04, 0x12, 0x02, 0x08, 0x06];
    expect(parseJson(schema.toJson(Buffer.from(parts)))).toMatchObject({ inner: { x: 5, deeper: { x: 6 } } });
    const unpacked = [0x90, 0x01, 0x05, 0x92, 0x01, 0x02, 0x06, 0x07];
    expect(parseJson(schema.toJson(Buffer.from(unpacked)))).toMatchObject({ list: [5, 6, 7] });
  });

  test("fields that the schema does not have are left out", () => {
    const newer = proto3("message M { int32 int32 = 3; string more = 99; double far = 98; fixed32 far2 = 97; }");
    const payload = encoded(newer, "M", { int32: 1, more: "x", far: 2, far2: 3 });
    expect(parseJson(schema.toJson(payload))).toEqual({ ...DEFAULTS, int32: 1 });
  });

  test.each([
    ["a length beyond the end", [0x72, 0x05, 0x61]],
    ["an end within a number", [0x09, 0, 0]],
    ["a tag that does not end", [0xff]],
    ["the field 0", [0x00, 0x00]],
    ["a group", [0x7b, 0x7c]],
    ["JSON", [...Buffer.from('{"int32":5}')]],
    ["text", [...Buffer.from("temperature=5")]],
    ["bytes that are no UTF-8 in a string", [0x72, 0x01, 0xff]],
    ["the wire type of another type", [0x08, 0x01]],
    ["an inner message longer than the outer", [0xa2, 0x01, 0x02, 0x12, 0x05]],
    ["a packed list that ends within an item", [0x92, 0x01, 0x01, 0xff]],
  ])("%s is refused", (_what, bytes) => {
    expect(() => schema.toJson(Buffer.from(bytes))).toThrow(/^the payload is no message Reading of Protobuf: /);
  });

  test("a message nested deeper than 64 levels is refused, and one that becomes too large", () => {
    const nested = (levels: number): Uint8Array => {
      let inner = Buffer.alloc(0);
      for (let level = 0; level < levels; level++) inner = Buffer.concat([Buffer.from([0x12, inner.length]), inner]);
      return Buffer.concat([Buffer.from([0xa2, 0x01, inner.length]), inner]);
    };
    expect(schema.toJson(nested(50))).toContain('"deeper"');
    expect(() => schema.toJson(nested(63))).toThrow(/nested deeper than 64/);
    const fields = Array.from({ length: 500 }, (_, index) => `int32 field${String(index)} = ${String(index + 1)};`);
    const wide = schemas.compile(proto3(`message A { ${fields.join("")} } message M { repeated A a = 1; }`));
    expect(() => wide.toJson(Buffer.from(Array.from({ length: 30_000 }, () => [0x0a, 0x00]).flat()))).toThrow(
      /more than 1048576 characters/,
    );
  });

  test("random bytes are a message or are refused", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        try {
          parseJson(schema.toJson(bytes).replaceAll(":NaN", ":0"));
        } catch (error) {
          expect(error).toBeInstanceOf(DomainError);
        }
      }),
      { numRuns: casesOf(5000) },
    );
  });
});

describe("JSON as messages", () => {
  const schema = schemas.compile(ALL);

  test("what was read is written again", () => {
    const json = {
      ...DEFAULTS,
      double: 21.5,
      int64: -9_223_372_036_854_775_808n,
      uint64: 18_446_744_073_709_551_615n,
      bytes: "AP/+",
      mode: "ON",
      list: [1, 2],
      inner: { x: 1, deeper: { x: 2 } },
      inners: { a: { x: 3 } },
      modes: { "5": "OFF" },
      left: "l",
      maybe: 0,
      underScoreName: "u",
    };
    expect(parseJson(schema.toJson(schema.fromJson(json)))).toEqual(json);
  });

  test("names of the schema, numbers as text, null and members that are not in the schema are taken", () => {
    const sent = {
      under_score_name: "u",
      int32: "-5",
      sint64: "9007199254740993",
      bool: null,
      mode: 1,
      more: { a: 1 },
    };
    expect(parseJson(schema.toJson(schema.fromJson(sent)))).toEqual({
      ...DEFAULTS,
      underScoreName: "u",
      int32: -5,
      sint64: 9_007_199_254_740_993n,
      mode: "ON",
    });
  });

  test.each([
    [{ pin: 1 }, '{"pin":1}'],
    [[1, null], "[1,null]"],
    [5, "5"],
    [true, "true"],
    [12_345_678_901_234_567_890n, "12345678901234567890"],
  ])("what is no text is written as its JSON in the place of one: %#", (string, text) => {
    expect(parseJson(schema.toJson(schema.fromJson({ string })))).toMatchObject({ string: text });
  });

  test.each([
    [5, "Reading must be an object, got 5"],
    [{ int32: 2_147_483_648 }, "Reading.int32 must be an integer of the type int32, got 2147483648"],
    [{ uint32: -1 }, "Reading.uint32 must be an integer of the type uint32, got -1"],
    [{ int32: 1.5 }, "Reading.int32 must be"],
    [{ int32: "x" }, "Reading.int32 must be"],
    [{ fixed64: 18_446_744_073_709_551_616n }, "Reading.fixed64 must be"],
    [{ double: "x" }, "Reading.double must be a number"],
    [{ bool: 1 }, "Reading.bool must be true or false, got 1"],
    [{ bytes: "a b" }, "Reading.bytes must be bytes in base64"],
    [{ mode: "UP" }, "Reading.mode must be one of OFF, ON, ALSO_ON"],
    [{ list: 5 }, "Reading.list must be an array, got 5"],
    [{ inner: [] }, "Reading.inner must be an object, got an array"],
    [{ inner: { x: {} } }, "Reading.inner.x must be"],
    [{ modes: { x: "ON" } }, "Reading.modes must be an integer"],
  ])("JSON that does not fit is refused, with its place: %#", (json, message) => {
    expect(() => schema.fromJson(json)).toThrow(message);
  });
});

describe("schemas", () => {
  test("the last message at the top level is meant, fields have their types", () => {
    const schema = schemas.compile(ALL);
    expect(schema.fields.get("inner")).toEqual({
      type: "Inner",
      isMessage: true,
      isRepeated: false,
      hasPresence: true,
    });
    expect(schema.fields.get("maybe")?.hasPresence).toBe(true);
    expect(schema.fields.get("int32")?.hasPresence).toBe(false);
    expect(
      schemas
        .compile(proto3("message A { int32 a = 1; } message B { int32 b = 1; } enum E { X = 0; }"))
        .fields.has("b"),
    ).toBe(true);
  });

  test.each([
    ["", 'it must begin with syntax = "proto3";'],
    ["message M { required int32 a = 1; }", 'it must begin with syntax = "proto3";'],
    ['syntax = "proto2"; message M { optional int32 a = 1; }', 'it must begin with syntax = "proto3";'],
    [proto3("message M {\n int32 a = 1\n}"), "it cannot be read: illegal token '}', ';' expected (line 4)"],
    [proto3("message M {\n\n int32 a b;\n}"), "(line 4)"],
    [proto3("message M {"), "it cannot be read: illegal end of input"],
    [proto3("enum E { A = 0; }"), "it has no message at its top level"],
    [proto3('import "a.proto"; message M { A a = 1; }'), 'imports are not supported, got "a.proto"'],
    [proto3("message M { Missing a = 1; }"), "M: the type Missing of the field a is not in the schema"],
    [proto3("message M { int32 a = 1; int32 b = 1; }"), "duplicate id 1"],
    [proto3("message M { int32 a_b = 1; int32 aB = 2; }"), 'have the same name in JSON, "aB"'],
    [proto3("message M { int32 a = 1; } extend M { int32 b = 2; }"), "extend is not supported, got b"],
    [proto3("\nmessage M { int32 __proto__ = 1; }"), 'the name "__proto__" is not supported, in line 3'],
    [proto3(`message M { int32 a = 1; } // ${"x".repeat(32_768)}`), "it may have 32768 characters, got"],
    [proto3("message A {".repeat(500)), "max depth exceeded"],
    [proto3(`message M { int32 a = 1; } // ${'\\"'.repeat(101)}`), "it may have 100 escaped quotes, got 101"],
    [
      proto3(`message M { ${"reserved 1; ".repeat(999)} int32 a = 1; }`),
      "it may have 3000 names, numbers and marks, got",
    ],
    [proto3("option features.a = 1; message M { int32 a = 1; }"), "features are not supported"],
    [proto3("option features . a = 1; message M { int32 a = 1; }"), "features are not supported"],
  ])("%j is refused", (schema, message) => {
    expect(() => schemas.compile(schema)).toThrow(message);
  });

  test.each([
    "constructor",
    "prototype",
    "toString",
    "hasOwnProperty",
    "valueOf",
    "then",
    "create",
    "encode",
    "name",
    "length",
  ])("%s is a name like any other, of a field, a message, an enum and its value", (name) => {
    const text = proto3(`
        message ${name} { int32 x = 1; }
        message M { optional int32 ${name} = 1; ${name} y = 2; repeated ${name} z = 3; E e = 4; enum E { ${name} = 0; } }`);
    const schema = schemas.compile(text);
    const json = { [name]: 5, y: { x: 1 }, z: [{ x: 2 }], e: name };
    expect(parseJson(schema.toJson(schema.fromJson(json)))).toEqual(json);
  });

  const filled = (unit: (index: number) => string, unitsMax = 32_768): string => {
    const units: string[] = [];
    for (let left = 32_000; left > 0 && units.length < unitsMax; left -= unit(units.length).length)
      units.push(unit(units.length));
    return units.join("");
  };
  const named = (index: number): string => `a${index.toString(36)}`;
  const ordinary = `message M{${filled((index) => `bool ${named(index)}=${String(index + 1)};`, 590)}}`;

  test.each([
    ["a text that is not closed, full of escaped quotes", `option a = "${filled(() => '\\"')}`],
    ["the same with single quotes", `option a = '${filled(() => "\\'")}`],
    ["as many escaped quotes as are allowed", `option a = "${'\\"'.repeat(100)}${"x".repeat(32_000)}`],
    ["fields", `message M { ${filled((index) => `bool ${named(index)}=${String(index + 1)};`)} }`],
    ["as many fields as are allowed", ordinary],
    [
      "fields of a oneof",
      `message M{oneof o{${filled((index) => `bool ${named(index)}=${String(index + 1)};`, 590)}}}`,
    ],
    ["extensions", `message M{} extend M{${filled((index) => `bool ${named(index)}=${String(index + 1)};`, 590)}}`],
    ["messages", filled((index) => `message ${named(index)}{}`)],
    ["features and messages", filled((index) => `option features.${named(index)}=1; message ${named(index)}{}`)],
    ["members of an option", `option a = { ${filled(() => "b 1 ")} };`],
    ["imports", filled(() => 'import "";')],
    ["comments", `message M { int32 a = 1; } ${filled(() => "/***/")}`],
  ])("a schema full of %s takes a moment, whether it is refused or taken", (_what, text) => {
    const spent = (schema: string): number => {
      const startedAt = process.threadCpuUsage().user;
      try {
        schemas.compile(proto3(schema));
      } catch (error) {
        expect(error).toBeInstanceOf(DomainError);
      }
      return process.threadCpuUsage().user - startedAt;
    };
    const least = (schema: string): number => Math.min(...Array.from({ length: 5 }, () => spent(schema)));
    // Those that grow with the square of the length took 8 to 60 times as long as an ordinary one of the greatest size.
    expect(least(text)).toBeLessThan(2 * least(ordinary));
  });

  test("no code is built from a schema, whatever its names and texts", () => {
    const adapter = new URL("protobufjs-schemas.ts", import.meta.url).href;
    const script = `
      const { ProtobufjsSchemas } = await import(${JSON.stringify(adapter)});
      const hostile = 'syntax = "proto3"; option x = "\\\\"); process.exit(9); (\\\\"";' +
        ' message M { string a = 1 [json_name = "x\\\\"]=1;process.exit(9);//\\\\n"]; repeated M m = 2; }';
      const schema = new ProtobufjsSchemas().compile(hostile);
      const bytes = schema.fromJson({ a: "'\\n\`\${process.exit(9)}", m: [{}] });
      console.log(schema.toJson(bytes));
      try { new Function("return 1")(); console.log("code may be built"); } catch { console.log("code may not be built"); }`;
    const output = execFileSync(process.execPath, [
      "--disallow-code-generation-from-strings",
      "--input-type=module",
      "--eval",
      script,
    ]).toString();
    const [json, verdict] = output.split("\n");
    const name = 'x"]=1;process.exit(9);//\n';
    expect(parseJson(json ?? "")).toEqual({ [name]: "'\n`${process.exit(9)}", m: [{ [name]: "", m: [] }] });
    expect(verdict).toBe("code may not be built");
  });
});
