// The one device that a panel is about, which is chosen by name.
import type { ReactNode } from "react";
import { NO_KEYS } from "./dashboard-draft.ts";
import type { DashboardPanel, KeysSource } from "../dashboard/configuration.ts";
import { DevicesAt } from "../view-editor/device-lists.tsx";
import { unboundPlace } from "../view-editor/place.ts";
import { words } from "../../words/words.ts";

interface DeviceFormProps {
  readonly source: DashboardPanel["source"];
  readonly label?: string;
  readonly placeholder?: string | undefined;
  readonly onSource: (source: KeysSource, step: string) => void;
}

export function DeviceForm(props: DeviceFormProps): ReactNode {
  const {
    source,
    label = words.components.common.device,
    placeholder = words.dashboardEditor.source.byName,
    onSource,
  } = props;
  const keys = source?.type === "keys" ? source : NO_KEYS;
  const ids = keys.deviceIds ?? [];
  return (
    <DevicesAt
      // The one that is chosen last takes the place of the other.
      at={unboundPlace<readonly string[]>(ids, (next) =>
        onSource({ ...keys, deviceIds: (next ?? []).slice(-1), filter: null }, "device"),
      )}
      label={label}
      placeholder={ids.length === 0 ? placeholder : undefined}
    />
  );
}
