// Whether a device has been heard of lately.
import type { ReactNode } from "react";
import { StatusBadge } from "./status-badge.tsx";

export function ActiveBadge({ isActive }: { readonly isActive: boolean }): ReactNode {
  return isActive ? <StatusBadge label="Active" tone="good" /> : <StatusBadge label="Inactive" tone="neutral" />;
}
