// Makes a dashboard from a JSON file, written by this platform or another one.
import { FileButton } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { FileUp } from "lucide-react";
import type { ReactNode } from "react";
import { parseJson } from "../../api/json.ts";
import { useAction } from "../../app/use-action.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import { createDashboard } from "../dashboard/dashboard-calls.ts";
import { words } from "../../words/words.ts";
import { dashboardIn } from "./dashboard-file.ts";

/** A configuration has at most 768 KiB, and a file more blanks. */
const BYTES_MAX = 4_194_304;
const MEBIBYTE = 1_048_576;
const WORDS = words.dashboards.file;

export function OpenDashboardFile(): ReactNode {
  const navigate = useNavigate();
  const open = useAction({
    call: async (file: File) => {
      if (file.size > BYTES_MAX) throw new Error(WORDS.tooLarge(BYTES_MAX / MEBIBYTE, Math.ceil(file.size / MEBIBYTE)));
      const dashboard = dashboardIn(parseJson(await file.text()));
      if (dashboard === null) throw new Error(WORDS.noDashboard);
      return await createDashboard(dashboard.title, dashboard.configuration);
    },
    done: ({ title }) => WORDS.done(title),
    failed: WORDS.failed,
    onDone: ({ id }) => navigate({ to: `/dashboards/${id.id}` }),
    stale: ["dashboards"],
  });
  return (
    <FileButton
      accept="application/json,.json"
      inputProps={{ "aria-label": WORDS.label }}
      onChange={(file) => {
        if (file !== null) open.run(file);
      }}
    >
      {({ onClick }) => (
        <BusyButton variant="default" leftSection={<FileUp />} isBusy={open.isPending} onClick={onClick}>
          {WORDS.import}
        </BusyButton>
      )}
    </FileButton>
  );
}
