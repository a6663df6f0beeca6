// What goes on, at a glance; each tile leads to its page.
import type { ReactNode } from "react";
import { PageHeader } from "../../components/page-header.tsx";

export function OverviewPage(): ReactNode {
  return <PageHeader title="Overview" />;
}
