// A failing case as a person reads it: the view, and of the world what the view looks at.
import { JsonText } from "../../src/core/values.ts";
import type { World } from "./generators/random-world.ts";
import type { ReferenceDevice, ReferenceInput } from "./reference/reference-input.ts";
import { canonical } from "./reference/values.ts";

export function caseText(view: object, input: Omit<ReferenceInput, "view">, world: World): string {
  const json = JSON.stringify(view);
  const { now, rangeStartTs, rangeEndTs, filters } = input;
  return [
    `now ${new Date(now).toISOString()} ${JSON.stringify({ rangeStartTs, rangeEndTs, filters: [...(filters ?? [])] })}`,
    json,
    ...[...world.gateways, ...world.devices].flatMap((device) => deviceLines(device, json)),
  ].join("\n");
}

function deviceLines(device: ReferenceDevice, view: string): readonly string[] {
  const { id, name, gatewayId, customer, attributes, samples } = device;
  const lists = (["server", "shared", "client"] as const).flatMap((scope) =>
    [...attributes[scope]].map(([key, value]) => `${scope}.${key}=${canonical(value)}`),
  );
  const head = `${id} ${JSON.stringify(name)} gateway ${gatewayId ?? "-"} customer ${customer?.title ?? "-"} ${lists.join(" ")}`;
  const series = [...samples].filter(([key]) => view.includes(`"${key}"`));
  return [
    head,
    ...series.map(
      ([key, list]) =>
        `  ${key}: ${list.map(({ ts, value }) => `${new Date(ts).toISOString()} ${shown(value)}`).join(", ")}`,
    ),
  ];
}

function shown(value: Parameters<typeof canonical>[0]): string {
  if (value instanceof JsonText) return value.text;
  return typeof value === "string" ? JSON.stringify(value) : canonical(value);
}
