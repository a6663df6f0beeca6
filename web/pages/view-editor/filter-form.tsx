// One filter: what it is about, how it compares, with what, and what readers may change.
import { Checkbox, Group, Stack, TagsInput, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { read } from "../../api/client.ts";
import { ChoiceAt, FlagAt, TextAt } from "./bound-fields.tsx";
import { listOf, recordAt, textAt, valueAt, type Json, type Path } from "./document.ts";
import { useEditing, useProblemAt } from "./editing.ts";
import { FieldAt } from "./field-choices.tsx";
import { APPLIES, EMPTY_MEANS, OPERATORS, takesValues, VALUE_TYPES, valueOfText, isValue } from "./filter-words.ts";
import { More } from "../../components/more.tsx";
import { SourceForm } from "./source-form.tsx";

export function FilterForm({ path }: { readonly path: Path }): ReactNode {
  const { view } = useEditing();
  const at = (name: string): Path => [...path, name];
  const target = recordAt(view, at("target"));
  const isOfResult = textAt(target, ["type"]) === "";
  const operator = textAt(view, at("operator")) || "in";
  const problem = useProblemAt([...at("target"), "type"]);
  return (
    <>
      <TextAt
        path={at("name")}
        label="Name"
        description="Readers and other programs set the filter by it."
        charsMax={128}
        isRequired
      />
      {isOfResult && (
        <FieldAt
          path={[...at("target"), "field"]}
          label="Figure of the result"
          description="Rows whose figure does not match are left out."
          kinds={["measure"]}
        />
      )}
      <ChoiceAt path={at("operator")} label="Operator" choices={OPERATORS} otherwise="in" />
      {takesValues(operator) && <ValuesAt path={path} target={target} />}
      {problem !== undefined && <Text c="red">{problem}</Text>}
      <FlagAt path={at("overridable")} label="Readers may choose other values" otherwise />
      <More>
        <TextAt path={at("label")} label="Heading in forms" placeholder="The name" charsMax={128} />
        {!isOfResult && <SourceForm path={at("target")} />}
        {textAt(target, ["type"]) === "telemetry" && (
          <ChoiceAt path={at("apply")} label="Keeps" choices={APPLIES} otherwise="samples" />
        )}
        <Group grow align="flex-start" gap="sm">
          <ChoiceAt path={at("valueType")} label="Compare as" choices={VALUE_TYPES} otherwise="auto" />
          <ChoiceAt path={at("emptyMeans")} label="Without values" choices={EMPTY_MEANS} otherwise="all" />
        </Group>
        <FlagAt path={at("required")} label="A value is required" />
        <FlagAt
          path={at("caseSensitive")}
          label="Case-sensitive"
          otherwise={!["contains", "startsWith", "endsWith", "matches"].includes(operator)}
        />
      </More>
    </>
  );
}

interface ValuesAtProps {
  readonly path: Path;
  readonly target: Json;
}

function ValuesAt({ path, target }: ValuesAtProps): ReactNode {
  const { view, set } = useEditing();
  const [text, setText] = useState("");
  const suggestions = useSuggestions(target, text);
  const place = [...path, "values"];
  const valueType = textAt(view, [...path, "valueType"]) || "auto";
  const values = listOf(valueAt(view, place));
  const present = values.filter(isValue);
  const hasMissing = values.includes(null);
  const keep = (texts: readonly string[], isMissingListed: boolean): void => {
    const kept = texts.map((one) => present.find((value) => String(value) === one) ?? valueOfText(one, valueType));
    set(place, isMissingListed ? [...kept, null] : kept);
  };
  const texts = present.map(String);
  const operator = textAt(view, [...path, "operator"]) || "in";
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
        error={useProblemAt(place)}
        onChange={(next) => keep(next, hasMissing)}
      />
      {["in", "notIn"].includes(operator) && (
        <Checkbox
          label="Also missing values"
          checked={hasMissing}
          onChange={(event) => keep(texts, event.currentTarget.checked)}
        />
      )}
    </Stack>
  );
}

const SUGGESTED_MAX = 50;

function useSuggestions(target: Json, text: string): readonly string[] {
  const [type, key] = [textAt(target, ["type"]), textAt(target, ["key"]) || textAt(target, ["field"])];
  const kind = type === "attribute" || type === "entity" ? type : null;
  const scope = SCOPES.find((known) => known === textAt(target, ["scope"]));
  const of = OWNERS.find((known) => known === textAt(target, ["of"]));
  const query = {
    key,
    limit: SUGGESTED_MAX,
    ...(kind === "attribute" && scope !== undefined ? { scope } : {}),
    ...(of === undefined ? {} : { of }),
    ...(text === "" ? {} : { q: text }),
  };
  const values = useQuery({
    queryKey: ["editor", "values", kind, query],
    queryFn: read("/apiAnalytics/v1/discovery/values", { query: { kind: kind ?? "entity", ...query } }),
    enabled: kind !== null && key !== "",
    placeholderData: keepPreviousData,
  });
  return kind === null ? [] : [...new Set((values.data ?? []).map(({ value }) => String(value)))];
}

const SCOPES = ["client", "shared", "server", "any"] as const;
const OWNERS = ["self", "gateway", "customer"] as const;
