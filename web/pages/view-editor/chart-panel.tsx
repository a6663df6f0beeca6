// How the view is drawn. It changes no figure; choosing a picture takes the columns that fit it.
import { Radio, SimpleGrid, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { ViewPicture } from "../views/view-picture.tsx";
import { JsonAt } from "./bound-fields.tsx";
import { recordAt, textAt, textsAt, valueAt, type Json } from "./document.ts";
import { useEditing, useProblemAt } from "./editing.ts";
import { FieldAt, FieldsAt } from "./field-choices.tsx";
import { fieldsOf, fieldsOfKinds, idOf, kindOf } from "./fields.ts";
import { pictureOf, PICTURES, SEVERAL, type PictureWords, type RoleWords } from "./visualization-words.ts";

export function ChartPanel(): ReactNode {
  const { view, set } = useEditing();
  const type = textAt(view, ["visualization", "type"]) || "table";
  const picture = pictureOf(type);
  return (
    <Stack gap="sm">
      <Radio.Group
        label="Shown as"
        value={type}
        error={useProblemAt(["visualization", "type"])}
        onChange={(next) => {
          const words = pictureOf(next);
          if (words !== undefined) set(["visualization"], fitted(words, view));
        }}
      >
        <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="xs" mt={6}>
          {PICTURES.map(({ type: value, label, says }) => (
            <Radio.Card key={value} value={value} p="xs" aria-label={`${label}: ${says}`}>
              <Stack gap={4} align="center" c={value === type ? "var(--mantine-color-text)" : "dimmed"}>
                <ViewPicture type={value} height={34} />
                <Text size="xs" fw={value === type ? 700 : 500}>
                  {label}
                  {value === type && " ✓"}
                </Text>
              </Stack>
            </Radio.Card>
          ))}
        </SimpleGrid>
      </Radio.Group>
      {picture?.roles.map((role) => (
        <RoleAt key={role.role} words={role} />
      ))}
      <JsonAt
        path={["visualization", "options"]}
        label="Options of the picture"
        description="As JSON, where it has any"
      />
    </Stack>
  );
}

function RoleAt({ words: { role, label, kinds, isRequired } }: { readonly words: RoleWords }): ReactNode {
  const { view } = useEditing();
  const path = ["visualization", role];
  // One column may be given where several may be.
  if (SEVERAL.includes(role) && typeof valueAt(view, path) !== "string")
    return <FieldsAt path={path} label={label} kinds={kinds} />;
  return <FieldAt path={path} label={label} kinds={kinds} isClearable={isRequired !== true} />;
}

/** The columns that it has had where they fit, else the first that do. */
function fitted({ type, roles }: PictureWords, view: Json): Json {
  const before = recordAt(view, ["visualization"]);
  const next: Record<string, unknown> = { type };
  const used = new Set<string>();
  for (const { role, kinds, isRequired } of roles) {
    const fitting = (kinds === undefined ? fieldsOf(view) : fieldsOfKinds(view, kinds)).map(idOf);
    const had = [...textsAt(before, [role]), textAt(before, [role])].filter((id) => fitting.includes(id));
    const free = fitting.filter((id) => !used.has(id));
    const time = role === "x" ? fieldsOf(view).find((field) => kindOf(field) === "time") : undefined;
    const first = time !== undefined && free.includes(idOf(time)) ? idOf(time) : free[0];
    const isSeries = role === "series" && free.length > 0;
    const preferred = isRequired === true || isSeries ? first : undefined;
    const chosen = had.length > 0 ? had : preferred === undefined ? [] : [preferred];
    for (const id of chosen) used.add(id);
    if (chosen.length > 0) next[role] = SEVERAL.includes(role) ? chosen : chosen[0];
  }
  const options = before["options"];
  return options === undefined ? next : { ...next, options };
}
