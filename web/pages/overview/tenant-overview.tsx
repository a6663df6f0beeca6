// The overview for a tenant administrator.
import { count } from "../../components/figures.ts";
import { Button, Paper, SimpleGrid } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Cpu, Database, Gauge, RadioTower, Rocket } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "../../components/empty-state.tsx";
import { FigureTile } from "../../components/figure-tile.tsx";
import { Attention } from "./attention.tsx";
import { short, type Overview } from "./figures.ts";
import { LastHour, PointsTile, RefusalsTile, ReportsTile } from "./traffic-tiles.tsx";

const REFUSALS = { tab: "refusals" };

export function TenantOverview({ overview }: { readonly overview: Overview }): ReactNode {
  const { gateways, devices, traffic, reports, month } = overview;
  return (
    <>
      {gateways.total === 0 && <NoGateways />}
      <Attention overview={overview} />
      <SimpleGrid cols={{ base: 2, lg: 4 }} spacing="md">
        <FigureTile
          label="Gateways online"
          icon={RadioTower}
          value={count(gateways.online)}
          unit={`of ${count(gateways.total)}`}
          {...(gateways.total === 0 ? {} : { detail: offline(gateways.total - gateways.online) })}
          tone={gateways.online < gateways.total ? "warning" : "plain"}
          to="/gateways"
        />
        <FigureTile
          label="Devices active"
          icon={Cpu}
          value={count(devices.active)}
          unit={`of ${count(devices.total)}`}
          detail="gateways not counted"
          to="/devices"
        />
        {traffic !== null && <PointsTile traffic={traffic} to="/gateways" />}
        {traffic !== null && <RefusalsTile traffic={traffic} to="/gateways" state={REFUSALS} />}
        {month !== null && (
          <FigureTile
            label="Storage this month"
            icon={Database}
            value={short(month.pointDays)}
            unit="point days"
            detail="points times the days they are kept"
            to="/limits"
          />
        )}
        {month !== null && (
          <FigureTile
            label="Points this month"
            icon={Gauge}
            value={short(month.points)}
            detail={`in ${short(month.messages)} messages`}
            to="/limits"
          />
        )}
        {reports.length > 0 && <ReportsTile reports={reports} to="/views" />}
      </SimpleGrid>
      {traffic !== null && <LastHour traffic={traffic} refusalsAt="/gateways" />}
    </>
  );
}

function offline(amount: number): string {
  return amount <= 0 ? "All online" : `${count(amount)} offline`;
}

function NoGateways(): ReactNode {
  return (
    <Paper withBorder>
      <EmptyState
        icon={RadioTower}
        title="No gateway yet"
        action={
          <Button component={Link} to="/start" leftSection={<Rocket />}>
            Guided start
          </Button>
        }
      >
        A gateway carries the values of many devices over one connection. The guided start names one, gives you the
        commands to connect it, and shows its first message.
      </EmptyState>
    </Paper>
  );
}
