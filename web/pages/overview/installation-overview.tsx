// The overview for a system administrator: the whole installation.
import { bytes } from "../../components/figures.ts";
import { SimpleGrid } from "@mantine/core";
import { Building2, Cpu, Database, HardDrive, RadioTower } from "lucide-react";
import type { ReactNode } from "react";
import { FigureTile } from "../../components/figure-tile.tsx";
import { words } from "../../words/words.ts";
import { short, type Overview } from "./figures.ts";
import { LastHour, PointsTile, RefusalsTile, ReportsTile } from "./traffic-tiles.tsx";
import { countText } from "../../words/format.ts";

const WORDS = words.overview;
const HEALTH = "/health";
/** If a smaller share of the disk is free, the tile is a warning. */
const FREE_SHARE_MIN = 0.1;

export function InstallationOverview({ overview }: { readonly overview: Overview }): ReactNode {
  const { gateways, devices, traffic, reports, storage, tenants } = overview;
  return (
    <>
      <SimpleGrid cols={{ base: 2, lg: 4 }} spacing="md">
        {tenants !== null && (
          <FigureTile
            label={WORDS.tenants}
            icon={Building2}
            value={countText(tenants)}
            {...(tenants === 0 ? { detail: WORDS.createFirst } : {})}
            to="/tenants"
          />
        )}
        <FigureTile
          label={WORDS.gatewaysOnline}
          icon={RadioTower}
          value={countText(gateways.online)}
          unit={WORDS.ofTotal(countText(gateways.total))}
          to={HEALTH}
        />
        <FigureTile
          label={WORDS.devicesActive}
          icon={Cpu}
          value={countText(devices.active)}
          unit={WORDS.ofTotal(countText(devices.total))}
          to={HEALTH}
        />
        {traffic !== null && <PointsTile traffic={traffic} to={HEALTH} />}
        {traffic !== null && <RefusalsTile traffic={traffic} to={HEALTH} />}
        {storage !== null && (
          <FigureTile
            label={WORDS.storageUsed}
            icon={Database}
            value={bytes(storage.telemetryBytes + storage.entityBytes)}
            detail={storage.points === null ? WORDS.pointsNotCounted : WORDS.aboutPoints(short(storage.points))}
            to={HEALTH}
          />
        )}
        {storage !== null && (
          <FigureTile
            label={WORDS.diskFree}
            icon={HardDrive}
            value={bytes(storage.diskFreeBytes)}
            unit={WORDS.ofTotal(bytes(storage.diskBytes))}
            tone={storage.diskFreeBytes < storage.diskBytes * FREE_SHARE_MIN ? "warning" : "plain"}
            to={HEALTH}
          />
        )}
        {reports.length > 0 && <ReportsTile reports={reports} to={HEALTH} />}
      </SimpleGrid>
      {traffic !== null && <LastHour traffic={traffic} />}
    </>
  );
}
