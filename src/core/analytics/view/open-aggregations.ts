// Measures that name no aggregation get one by their data, written out when the view is saved: numbers are averaged, of
// anything else the latest value shows. Source: analytics contract 2.4.
import type { TenantId } from "../../ids.ts";
import { withDefaults } from "./aggregate-rules.ts";
import type { FieldDraft } from "./parse-fields.ts";
import { isOfSamples } from "./source-rules.ts";
import type { AttributeSource, Field, TelemetrySource } from "./table-view.ts";
import type { ViewDirectory } from "./view-directory.ts";
import { sampleTypeOf } from "./view-formulas.ts";

/** The fields in the order of `drafts`. */
export async function openAggregations(
  drafts: readonly FieldDraft[],
  tenantId: TenantId,
  directory: ViewDirectory,
): Promise<readonly Field[]> {
  const asked = drafts.flatMap(({ field, isAggregationOpen }) => {
    const source = isAggregationOpen ? askedOf(field) : undefined;
    return source === undefined ? [] : [{ field, source }];
  });
  const answers =
    asked.length === 0
      ? []
      : await directory.dataOf(
          tenantId,
          asked.map(({ source }) => source),
        );
  const data = new Map(asked.map(({ field }, index) => [field, answers[index] ?? "unknown"]));
  return drafts.map(({ field, isAggregationOpen }) =>
    isAggregationOpen ? { ...field, aggregation: withDefaults({ fn: functionFor(field, data.get(field)) }) } : field,
  );
}

/** A key whose values nothing in the view tells the type of. */
function askedOf({ source }: Field): TelemetrySource | AttributeSource | undefined {
  if (source.type === "attribute") return source;
  return source.type === "telemetry" && source.cast === "auto" ? source : undefined;
}

/** Devices have no latest one among them, so that dimensions that differ within a group have no value there. */
function functionFor(field: Field, data: "number" | "other" | "unknown" | undefined): "avg" | "latest" | "onlyValue" {
  const type = sampleTypeOf(field);
  const isNumeric = data === undefined ? type === null || type === "number" : data !== "other";
  if (isNumeric) return "avg";
  return isOfSamples(field.source) ? "latest" : "onlyValue";
}
