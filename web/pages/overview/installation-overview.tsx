// The overview for a system administrator: the whole installation.
import { bytes, count } from "../../components/figures.ts";
import { SimpleGrid } from "@mantine/core";
import { Building2, Cpu, Database, HardDrive, RadioTower } from "lucide-react";
import type { ReactNode } from "react";
import { FigureTile } from "../../components/figure-tile.tsx";
import { short, type Overview } from "./figures.ts";
import { LastHour, PointsTile, RefusalsTile, ReportsTile } from "./traffic-tiles.tsx";

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
            label="Tenants"
            icon={Building2}
            value={count(tenants)}
            {...(tenants === 0 ? { detail: "Create the first one." } : {})}
            to="/tenants"
          />
        )}
        <FigureTile
          label="Gateways online"
          icon={RadioTower}
          value={count(gateways.online)}
          unit={`of ${count(gateways.total)}`}
          to={HEALTH}
        />
        <FigureTile
          label="Devices active"
          icon={Cpu}
          value={count(devices.active)}
          unit={`of ${count(devices.total)}`}
          to={HEALTH}
        />
        {traffic !== null && <PointsTile traffic={traffic} to={HEALTH} />}
        {traffic !== null && <RefusalsTile traffic={traffic} to={HEALTH} />}
        {storage !== null && (
          <FigureTile
            label="Storage used"
            icon={Database}
            value={bytes(storage.telemetryBytes + storage.entityBytes)}
            detail={storage.points === null ? "points are not counted" : `about ${short(storage.points)} points`}
            to={HEALTH}
          />
        )}
        {storage !== null && (
          <FigureTile
            label="Disk free"
            icon={HardDrive}
            value={bytes(storage.diskFreeBytes)}
            unit={`of ${bytes(storage.diskBytes)}`}
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
