// The types of a Table View after parsing, with all optional members filled in.
import type { Static } from "typebox";
import type { EpochMillis } from "../../../lib/clock.ts";
import type { DeepReadonly } from "../../../lib/deep-readonly.ts";
import type { CustomerId, TenantId, UserId, ViewId } from "../../ids.ts";
import type { AGGREGATE_FUNCTIONS, CALENDAR, COMBINE_RULES, PRESETS, ROLLING_UNITS } from "./field-schema.ts";
import type { COMPARED_COLUMNS, ViewSchema } from "./view-schema.ts";

/** What the view's author defines. */
export type ViewDefinition = DeepReadonly<Static<typeof ViewSchema>>;

/** A definition as stored by the server. */
export interface TableView extends ViewDefinition {
  readonly id: ViewId;
  readonly revision: number;
  readonly owner: ViewOwner;
  readonly createdTime: EpochMillis;
  readonly updatedTime: EpochMillis;
  readonly updatedBy: UserId;
}

export interface ViewOwner {
  readonly tenantId: TenantId;
  readonly customerId: CustomerId | null;
  readonly userId: UserId;
}

export type Sharing = ViewDefinition["sharing"];
export type Scope = ViewDefinition["scope"];

export type TimeRange = ViewDefinition["timeRange"];
export type WeekStart = TimeRange["weekStart"];
export type CalendarRules = Pick<TimeRange, keyof typeof CALENDAR>;
type WithoutRules<Range> = Range extends TimeRange ? Omit<Range, keyof CalendarRules | "delayMs"> : never;
export type RangeForm = WithoutRules<TimeRange>;
export type Preset = (typeof PRESETS)[number];
export type RollingUnit = (typeof ROLLING_UNITS)[number];

export type Field = ViewDefinition["fields"][number];
export type FieldId = Field["id"];
export type FieldKind = Field["kind"];
export type DataType = Field["dataType"];
export type Source = Field["source"];
type SourceOf<Type extends Source["type"]> = Extract<Source, { readonly type: Type }>;
export type EntitySource = SourceOf<"entity">;
export type AttributeSource = SourceOf<"attribute">;
export type TelemetrySource = SourceOf<"telemetry">;
export type TimeBucketSource = SourceOf<"timeBucket">;
export type TimePartSource = SourceOf<"timePart">;
export type ExpressionSource = SourceOf<"expression">;
/** What an input or a filter can read. */
export type DataSource = EntitySource | AttributeSource | TelemetrySource;
export type EntityField = EntitySource["field"];
export type Of = EntitySource["of"];
export type ReportAttributeScope = AttributeSource["scope"];
export type Cast = TelemetrySource["cast"];
export type BucketUnit = TimeBucketSource["bucket"];
export type TimePart = TimePartSource["part"];

export type AggregateFunction = (typeof AGGREGATE_FUNCTIONS)[number];
export type CombineRule = (typeof COMBINE_RULES)[number];
export type Aggregation = NonNullable<Field["aggregation"]>;

export type Filter = ViewDefinition["filters"][number];
export type FilterOperator = Filter["operator"];
export type FilterValue = Filter["values"][number];

export type GapFill = NonNullable<Field["fill"]>;
export type SortEntry = ViewDefinition["sort"][number];
export type RowLimit = ViewDefinition["limit"];
export type TopGroups = NonNullable<RowLimit["top"]>;
export type Nulls = ViewDefinition["nulls"];
export type Compare = NonNullable<ViewDefinition["compare"]>;
export type ComparedColumn = (typeof COMPARED_COLUMNS)[number];
export type Visualization = ViewDefinition["visualization"];
