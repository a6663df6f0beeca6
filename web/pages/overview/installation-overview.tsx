// The overview for a system administrator: the whole installation.
import { bytes } from "../../components/figures.ts";
import { Building2, Cpu, Database, HardDrive, RadioTower } from "lucide-react";
import type { ReactNode } from "react";
import { FigureTile, FigureTiles } from "../../components/figure-tile.tsx";
import { words } from "../../words/words.ts";
import { InstallationAttention } from "./attention.tsx";
import { diskOf, short, type Disk, type Overview } from "./figures.ts";
import { LastHour, PointsTile, RefusalsTile, ReportsTile } from "./traffic-tiles.tsx";
import { countText } from "../../words/format.ts";

const WORDS = words.overview;
const HEALTH = "/health";

export function InstallationOverview({ overview }: { readonly overview: Overview }): ReactNode {
  const { gateways, devices, traffic, reports, storage, tenants } = overview;
  const disk = diskOf(overview);
  return (
    <>
      <InstallationAttention overview={overview} />
      <FigureTiles>
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
        {storage !== null && <StorageTile storage={storage} />}
        {disk !== null && <DiskTile disk={disk} />}
        {reports.length > 0 && <ReportsTile reports={reports} to={HEALTH} />}
      </FigureTiles>
      {traffic !== null && <LastHour traffic={traffic} />}
    </>
  );
}

/** In a cluster, points without the files that they are in. */
function StorageTile({ storage }: { readonly storage: NonNullable<Overview["storage"]> }): ReactNode {
  const { points, telemetryBytes, entityBytes } = storage;
  if (telemetryBytes === null || entityBytes === null)
    return points === null ? null : (
      <FigureTile label={WORDS.pointsStored} icon={Database} value={short(points)} to={HEALTH} />
    );
  return (
    <FigureTile
      label={WORDS.storageUsed}
      icon={Database}
      value={bytes(telemetryBytes + entityBytes)}
      detail={points === null ? WORDS.pointsNotCounted : WORDS.aboutPoints(short(points))}
      to={HEALTH}
    />
  );
}

function DiskTile({ disk: { freeBytes, bytes: total, finding } }: { readonly disk: Disk }): ReactNode {
  return (
    <FigureTile
      label={WORDS.diskFree}
      icon={HardDrive}
      value={bytes(freeBytes)}
      unit={WORDS.ofTotal(bytes(total))}
      detail={WORDS.diskUsed(Math.floor((1 - freeBytes / Math.max(1, total)) * 100))}
      tone={finding === null ? "plain" : "warning"}
      to={HEALTH}
    />
  );
}
