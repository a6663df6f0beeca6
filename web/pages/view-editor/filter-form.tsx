// One filter: its target, operator and values, and what readers may change.
import { Checkbox, Group, Stack, TagsInput, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { read } from "../../api/client.ts";
import { ChoiceAt, FlagAt, TextAt } from "./bound-fields.tsx";
import { FieldAt } from "./field-choices.tsx";
import { APPLIES, EMPTY_MEANS, OPERATORS, takesValues, VALUE_TYPES, valueOfText } from "./filter-words.ts";
import { More } from "../../components/more.tsx";
import type { Place } from "./place.ts";
import { SourceForm } from "./source-form.tsx";
import type { FilterDraft, SourceDraft } from "./view-draft.ts";

interface FilterProps {
  readonly filter: Place<FilterDraft>;
}

export function FilterForm({ filter }: FilterProps): ReactNode {
  const { value = {}, at } = filter;
  const { operator = "in" } = value;
  const target = at("target");
  const type = target.value?.type;
  const problem = target.at("type").error;
  return (
    <>
      <TextAt
        at={at("name")}
        label="Name"
        description="Readers and other programs use it to set the filter."
        isRequired
      />
      {type === undefined && (
        <FieldAt
          at={target.at("field")}
          label="Figure of the result"
          description="Rows whose figure does not match are left out."
          kinds={["measure"]}
        />
      )}
      <ChoiceAt at={at("operator")} label="Operator" choices={OPERATORS} />
      {takesValues(operator) && <ValuesAt filter={filter} />}
      {problem !== undefined && <Text c="red">{problem}</Text>}
      <FlagAt at={at("overridable")} label="Readers may choose other values" />
      <More>
        <TextAt at={at("label")} label="Heading in forms" placeholder="The name" />
        {type !== undefined && <SourceForm source={target} />}
        {type === "telemetry" && <ChoiceAt at={at("apply")} label="Keeps" choices={APPLIES} />}
        <Group grow align="flex-start" gap="sm">
          <ChoiceAt at={at("valueType")} label="Compare as" choices={VALUE_TYPES} />
          <ChoiceAt at={at("emptyMeans")} label="Without values" choices={EMPTY_MEANS} />
        </Group>
        <FlagAt at={at("required")} label="A value is required" />
        <FlagAt
          at={at("caseSensitive")}
          label="Case-sensitive"
          otherwise={!["contains", "startsWith", "endsWith", "matches"].includes(operator)}
        />
      </More>
    </>
  );
}

function ValuesAt({ filter: { value = {}, at } }: FilterProps): ReactNode {
  const { operator = "in", target = {}, valueType = "auto", values = [] } = value;
  const [text, setText] = useState("");
  const suggestions = useSuggestions(target, text);
  const place = at("values");
  const present = values.filter((one) => one !== null);
  const texts = present.map(String);
  const hasMissing = values.includes(null);
  const keep = (next: readonly string[], isMissingListed: boolean): void => {
    const kept = next.map((one) => present.find((known) => String(known) === one) ?? valueOfText(one, valueType));
    place.set(isMissingListed ? [...kept, null] : kept);
  };
  return (
    <Stack gap="xs">
      <TagsInput
        label="Values"
        description="Type one and press Enter. Without values, everything matches."
        allowDuplicates={operator === "between"}
        maxTags={1000}
        data={suggestions}
        searchValue={text}
        onSearchChange={setText}
        acceptValueOnBlur
        value={texts}
        error={place.error}
        onChange={(next) => keep(next, hasMissing)}
      />
      {(operator === "in" || operator === "notIn") && (
        <Checkbox
          label="Include missing values"
          checked={hasMissing}
          onChange={(event) => keep(texts, event.currentTarget.checked)}
        />
      )}
    </Stack>
  );
}

const SUGGESTED_MAX = 50;

function useSuggestions({ type, key, field, scope, of }: SourceDraft, text: string): readonly string[] {
  const kind = type === "attribute" || type === "entity" ? type : null;
  const name = key ?? field ?? "";
  const query = {
    key: name,
    limit: SUGGESTED_MAX,
    ...(kind === "attribute" && scope !== undefined ? { scope } : {}),
    ...(of === undefined ? {} : { of }),
    ...(text === "" ? {} : { q: text }),
  };
  const values = useQuery({
    queryKey: ["editor", "values", kind, query],
    queryFn: read("/apiAnalytics/v1/discovery/values", { query: { kind: kind ?? "entity", ...query } }),
    enabled: kind !== null && name !== "",
    placeholderData: keepPreviousData,
  });
  return kind === null ? [] : [...new Set((values.data ?? []).map(({ value }) => String(value)))];
}
