// Selects a device profile by name.
import { Select, type SelectProps } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { profileNamesQuery } from "../../api/queries.ts";
import { words } from "../../words/words.ts";

interface ProfileSelectProps {
  readonly label: string;
  readonly description?: string;
  readonly placeholder?: string;
  readonly isLabelHidden?: boolean;
  /** The id; null if none is chosen. */
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
  readonly isClearable?: boolean;
  readonly width?: SelectProps["w"];
}

export function ProfileSelect(props: ProfileSelectProps): ReactNode {
  const { label, description, placeholder, isLabelHidden = false, value, onChange, isClearable = true, width } = props;
  const profiles = useQuery(profileNamesQuery);
  return (
    <Select
      label={isLabelHidden ? undefined : label}
      aria-label={isLabelHidden ? label : undefined}
      description={description}
      placeholder={placeholder}
      searchable
      clearable={isClearable}
      allowDeselect={isClearable}
      w={width}
      data={(profiles.data ?? []).map(({ id, name }) => ({ value: id.id, label: name }))}
      nothingFoundMessage={words.devices.selects.noProfiles}
      value={value}
      onChange={onChange}
    />
  );
}
