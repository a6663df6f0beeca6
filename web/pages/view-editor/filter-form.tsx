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
import { words } from "../../words/words.ts";

const texts = words.viewEditor.filters;

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
      <TextAt at={at("name")} label={words.components.common.name} description={texts.nameSays} isRequired />
      {type === undefined && (
        <FieldAt at={target.at("field")} label={texts.measure} description={texts.measureSays} kinds={["measure"]} />
      )}
      <ChoiceAt at={at("operator")} label={texts.operator} choices={OPERATORS} />
      {takesValues(operator) && <ValuesAt filter={filter} />}
      {problem !== undefined && <Text c="red">{problem}</Text>}
      <FlagAt at={at("overridable")} label={texts.overridable} />
      <More>
        <TextAt at={at("label")} label={texts.label} placeholder={texts.labelPlaceholder} />
        {type !== undefined && <SourceForm source={target} />}
        {type === "telemetry" && <ChoiceAt at={at("apply")} label={texts.applies} choices={APPLIES} />}
        <Group grow align="flex-start" gap="sm">
          <ChoiceAt at={at("valueType")} label={texts.compareAs} choices={VALUE_TYPES} />
          <ChoiceAt at={at("emptyMeans")} label={texts.emptyMeans} choices={EMPTY_MEANS} />
        </Group>
        <FlagAt at={at("required")} label={texts.required} />
        <FlagAt
          at={at("caseSensitive")}
          label={texts.caseSensitive}
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
  const shown = present.map(String);
  const hasMissing = values.includes(null);
  const keep = (next: readonly string[], isMissingListed: boolean): void => {
    const kept = next.map((one) => present.find((known) => String(known) === one) ?? valueOfText(one, valueType));
    place.set(isMissingListed ? [...kept, null] : kept);
  };
  return (
    <Stack gap="xs">
      <TagsInput
        label={texts.values}
        description={texts.valuesSay}
        allowDuplicates={operator === "between"}
        maxTags={1000}
        data={suggestions}
        searchValue={text}
        onSearchChange={setText}
        acceptValueOnBlur
        value={shown}
        error={place.error}
        onChange={(next) => keep(next, hasMissing)}
      />
      {(operator === "in" || operator === "notIn") && (
        <Checkbox
          label={texts.includeMissing}
          checked={hasMissing}
          onChange={(event) => keep(shown, event.currentTarget.checked)}
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
