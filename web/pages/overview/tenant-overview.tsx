// The overview for a tenant administrator.
import { Button, Paper } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Cpu, Database, Gauge, RadioTower, Rocket } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "../../components/empty-state.tsx";
import { FigureTile, FigureTiles } from "../../components/figure-tile.tsx";
import { words } from "../../words/words.ts";
import { Attention } from "./attention.tsx";
import { short, type Overview } from "./figures.ts";
import { TenantDashboards } from "./tenant-dashboards.tsx";
import { LastHour, PointsTile, RefusalsTile, ReportsTile } from "./traffic-tiles.tsx";
import { countText } from "../../words/format.ts";

const WORDS = words.overview;
const REFUSALS = { tab: "refusals" };

export function TenantOverview({ overview }: { readonly overview: Overview }): ReactNode {
  const { gateways, devices, traffic, reports, month } = overview;
  return (
    <>
      {gateways.total === 0 && <NoGateways />}
      <Attention overview={overview} />
      <TenantDashboards hasDevices={devices.total > 0} />
      <FigureTiles>
        <FigureTile
          label={WORDS.gatewaysOnline}
          icon={RadioTower}
          value={countText(gateways.online)}
          unit={WORDS.ofTotal(countText(gateways.total))}
          {...(gateways.total === 0 ? {} : { detail: offline(gateways.total - gateways.online) })}
          tone={gateways.online < gateways.total ? "warning" : "plain"}
          to="/gateways"
        />
        <FigureTile
          label={WORDS.devicesActive}
          icon={Cpu}
          value={countText(devices.active)}
          unit={WORDS.ofTotal(countText(devices.total))}
          detail={WORDS.withoutGateways}
          to="/devices"
        />
        {traffic !== null && <PointsTile traffic={traffic} to="/gateways" />}
        {traffic !== null && <RefusalsTile traffic={traffic} to="/gateways" state={REFUSALS} />}
        {month !== null && (
          <FigureTile
            label={WORDS.storageThisMonth}
            icon={Database}
            value={short(month.pointDays)}
            unit={WORDS.pointDays}
            detail={WORDS.pointDaysSay}
            to="/limits"
          />
        )}
        {month !== null && (
          <FigureTile
            label={WORDS.pointsThisMonth}
            icon={Gauge}
            value={short(month.points)}
            detail={WORDS.inMessages(short(month.messages))}
            to="/limits"
          />
        )}
        {reports.length > 0 && <ReportsTile reports={reports} to="/views" />}
      </FigureTiles>
      {traffic !== null && <LastHour traffic={traffic} refusalsAt="/gateways" />}
    </>
  );
}

function offline(amount: number): string {
  return amount <= 0 ? WORDS.allOnline : WORDS.offline(amount);
}

function NoGateways(): ReactNode {
  return (
    <Paper withBorder>
      <EmptyState
        icon={RadioTower}
        title={WORDS.noGateway.title}
        action={
          <Button component={Link} to="/start" leftSection={<Rocket />}>
            {WORDS.noGateway.action}
          </Button>
        }
      >
        {WORDS.noGateway.text}
      </EmptyState>
    </Paper>
  );
}
