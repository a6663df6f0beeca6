// Values of devices that change with the time `t`, for examples that send them: the lines of a message with them, in the languages of
// the examples. Names and keys may be whatever somebody types. The formulas mean the same in all languages.

export interface ChangingDevice {
  readonly name: string;
  readonly values: readonly ChangingValue[];
}

export interface ChangingValue {
  readonly key: string;
  /** Of `t`, with `sin` and `cos`. */
  readonly formula: string;
  readonly decimals: number;
}

/** The last one moves. */
export const EXAMPLE_DEVICES: readonly ChangingDevice[] = [
  {
    name: "Thermometer",
    values: [
      { key: "temperature", formula: "21 + 2 * sin(t)", decimals: 1 },
      { key: "humidity", formula: "50 + 8 * cos(t)", decimals: 0 },
    ],
  },
  {
    name: "Boiler",
    values: [
      { key: "temperature", formula: "65 + 5 * sin(t / 2)", decimals: 1 },
      { key: "pressure", formula: "2 + 0.3 * cos(t)", decimals: 2 },
    ],
  },
  {
    name: "Truck",
    values: [
      { key: "speed", formula: "45 + 15 * sin(2 * t)", decimals: 0 },
      { key: "latitude", formula: "52.52 + 0.01 * sin(t / 3)", decimals: 5 },
      { key: "longitude", formula: "13.405 + 0.016 * cos(t / 3)", decimals: 5 },
    ],
  },
];

/** Statements of an awk program within single quotes, which print the message as a line. */
export function awkLines(devices: readonly ChangingDevice[]): readonly string[] {
  return devices.map(({ name, values }, place) => {
    const texts = values.map(({ key, decimals }) => `${awkText(key)}:%.${String(decimals)}f`);
    const text = `${awkText(name)}:[{${texts.join(",")}}]`;
    const [start, end] = [place === 0 ? "{" : "", place === devices.length - 1 ? String.raw`}\n` : ","];
    return `  printf "${start}${text}${end}", ${values.map(({ formula }) => formula).join(", ")}`;
  });
}

/** Members of an object literal. */
export function javaScriptLines(devices: readonly ChangingDevice[]): readonly string[] {
  return devices.map(({ name, values }) => {
    const texts = values.map(
      ({ key, formula, decimals }) => `${memberName(key)}: +(${formula}).toFixed(${String(decimals)})`,
    );
    return `    ${memberName(name)}: [{ ${texts.join(", ")} }],`;
  });
}

/** Members of a dictionary. JSON strings are valid Python strings. */
export function pythonLines(devices: readonly ChangingDevice[]): readonly string[] {
  return devices.map(({ name, values }) => {
    const texts = values.map(({ key, formula, decimals }) => {
      const rounded = decimals === 0 ? `round(${formula})` : `round(${formula}, ${String(decimals)})`;
      return `${jsonText(key)}: ${rounded}`;
    });
    return `        ${jsonText(name)}: [{${texts.join(", ")}}],`;
  });
}

/** What is not seen, such as a change of the direction of writing. */
const UNSEEN = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

function jsonText(text: string): string {
  return JSON.stringify(text).replaceAll(UNSEEN, (character) =>
    character
      .split("")
      .map((unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}

/** A JSON string within the format of a `printf` of awk, which stands between single quotes of a shell. */
function awkText(text: string): string {
  return jsonText(text)
    .replaceAll("\\", String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll("%", "%%")
    .replaceAll("'", String.raw`\047`);
}

function memberName(name: string): string {
  // A literal member of this name would be the prototype of the object.
  if (name === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_]\w*$/.test(name) ? name : jsonText(name);
}
