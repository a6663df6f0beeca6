// Several dashboards in turn on a wall screen: how long each, and the address with which its browser can be started.
import { Button, CloseButton, Group, Paper, Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { MonitorPlay } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { Chosen } from "../../app/entity-list.tsx";
import { CopyText } from "../../components/copy-text.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { CountField } from "../../components/form-fields.tsx";
import { Form } from "../../components/form.tsx";
import type { DashboardInfo } from "../dashboard/dashboard-calls.ts";
import { enterFullScreen } from "../wall/full-screen.ts";
import {
  DASHBOARDS_MAX,
  SECONDS_MAX,
  SECONDS_MIN,
  SECONDS_USUAL,
  WALL_PATH,
  wallAddress,
} from "../wall/wall-address.ts";
import { words } from "../../words/words.ts";

const WORDS = words.dashboards.wall;

/** For the chosen dashboards of the list, in the order in which they were chosen. */
export function ShowInTurn({ rows, clear }: Chosen<DashboardInfo>): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const isTooMany = rows.length > DASHBOARDS_MAX;
  return (
    <>
      <Paper withBorder p="xs" role="region" aria-label={WORDS.region}>
        <Group gap="xs">
          <Text fw={500} px="xs" role="status">
            {WORDS.chosen(rows.length)}
          </Text>
          <Button
            size="compact-sm"
            variant="light"
            leftSection={<MonitorPlay size={15} />}
            disabled={isTooMany}
            onClick={() => setOpen(true)}
          >
            {WORDS.show}
          </Button>
          {isTooMany && <Text c="dimmed">{WORDS.tooMany(DASHBOARDS_MAX)}</Text>}
          <CloseButton ml="auto" aria-label={WORDS.clear} onClick={clear} />
        </Group>
      </Paper>
      {isOpen && <WallDialog dashboards={rows} onClose={() => setOpen(false)} />}
    </>
  );
}

interface WallDialogProps {
  readonly dashboards: readonly DashboardInfo[];
  readonly onClose: () => void;
}

const NO_WORK = { isPending: false, error: null };

function WallDialog({ dashboards, onClose }: WallDialogProps): ReactNode {
  const [times, setTimes] = useState<ReadonlyMap<string, number | null>>(new Map());
  const navigate = useNavigate();
  const secondsOf = (id: string): number | null => {
    const given = times.get(id);
    return given === undefined ? SECONDS_USUAL : given;
  };
  const address = wallAddress(
    dashboards.map(({ id }) => ({ dashboardId: id.id, seconds: secondsOf(id.id) ?? SECONDS_USUAL })),
  );
  const text = Object.entries(address)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join("&");
  const show = (): void => {
    void enterFullScreen();
    void navigate({ to: WALL_PATH, search: address });
  };
  return (
    <Dialog centered title={WORDS.show} onClose={onClose}>
      <Form
        action={WORDS.showNow}
        work={NO_WORK}
        onSubmit={show}
        otherButtons={
          <Button variant="default" onClick={onClose}>
            {words.components.common.cancel}
          </Button>
        }
      >
        {dashboards.length > 1 &&
          dashboards.map(({ id, title }) => (
            <CountField
              key={id.id}
              label={title}
              value={secondsOf(id.id)}
              onValue={(seconds) => setTimes(new Map([...times, [id.id, seconds]]))}
              min={SECONDS_MIN}
              max={SECONDS_MAX}
              suffix={` ${WORDS.seconds}`}
              required
            />
          ))}
        <div>
          <Text>{WORDS.address}</Text>
          <CopyText text={`${location.origin}${WALL_PATH}?${text}`} label={WORDS.copy} />
        </div>
      </Form>
    </Dialog>
  );
}
