// Selects a package for a device or for all devices of a profile from those that fit, newest first.
import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { read } from "../../api/client.ts";
import { labelOfChoice } from "../../components/choices.ts";
import { DESCRIPTION_BELOW, useFieldProblem } from "../../components/form-fields.tsx";
import { words } from "../../words/words.ts";
import { PACKAGE_TYPES, packageName, type PackageType } from "./package.ts";

interface PackageSelectProps {
  readonly type: PackageType;
  readonly profileId: string;
  /** The id; null if none is chosen. */
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
  /** Words for what applies if none is chosen; they may contain names of packages. */
  readonly none: (nameOf: (id: string) => string) => string;
  readonly description?: string | undefined;
}

const NONE = "";
/** The maximum page size of the platform's list. */
const SHOWN_MAX = 1_000;
const FIELDS: Readonly<Record<PackageType, string>> = { FIRMWARE: "firmwareId", SOFTWARE: "softwareId" };

export function PackageSelect(props: PackageSelectProps): ReactNode {
  const { type, profileId, value, onChange, none, description } = props;
  const { ref, problem } = useFieldProblem<HTMLInputElement>(FIELDS[type], value);
  const found = useQuery({
    queryKey: ["packages", "assignable", profileId, type],
    queryFn: read("/api/otaPackages/{deviceProfileId}/{type}", {
      path: { deviceProfileId: profileId, type },
      query: { page: 0, pageSize: SHOWN_MAX, sortProperty: "createdTime", sortOrder: "DESC" },
    }),
  });
  const names = new Map((found.data?.data ?? []).map((each) => [each.id.id, packageName(each)]));
  const nameOf = (id: string): string => names.get(id) ?? "…";
  if (value !== null && !names.has(value)) names.set(value, nameOf(value));
  return (
    <Select
      ref={ref}
      error={problem}
      label={labelOfChoice(PACKAGE_TYPES, type)}
      description={description}
      // Below, so that two of them side by side are in line.
      inputWrapperOrder={DESCRIPTION_BELOW}
      searchable
      allowDeselect={false}
      data={[{ value: NONE, label: none(nameOf) }, ...[...names].map(([id, label]) => ({ value: id, label }))]}
      nothingFoundMessage={words.packages.noMatch}
      value={value ?? NONE}
      onChange={(next) => onChange(next === null || next === NONE ? null : next)}
    />
  );
}
