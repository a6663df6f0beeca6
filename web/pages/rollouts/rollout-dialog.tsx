// Starts a rollout of a package: for which devices, in which waves, and when it stops automatically.
import { SimpleGrid, Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useAction } from "../../app/use-action.ts";
import { ChoiceSelect } from "../../components/choice-select.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { CountField, TextField } from "../../components/form-fields.tsx";
import { useFields } from "../../components/form.tsx";
import { CustomerSelect } from "../devices/customer-select.tsx";
import { packageName, type PackageInfo } from "../packages/package.ts";
import { GatewaySelect } from "./gateway-select.tsx";
import { startRollout, TARGETS, type RolloutFields } from "./rollout.ts";

interface RolloutDialogProps {
  readonly of: PackageInfo;
  readonly onClose: () => void;
}

const DEFAULTS: RolloutFields = {
  name: "",
  target: "profile",
  gatewayId: null,
  customerId: null,
  waves: "5, 25, 100",
  failurePercentMax: 10,
  waveMinutesMax: 1_440,
};
/** The platform's limit. */
const WAVE_MINUTES_MAX = 43_200;

export function RolloutDialog({ of, onClose }: RolloutDialogProps): ReactNode {
  const { values, set, text } = useFields(DEFAULTS);
  const navigate = useNavigate();
  const start = useAction({
    call: () => startRollout(of, values),
    stale: ["rollouts"],
    onDone: async ({ id }) => {
      onClose();
      await navigate({ to: `/rollouts/${id}` });
    },
  });
  return (
    <FormDialog
      title="Roll out a package"
      action="Start rollout"
      size="lg"
      work={start}
      onSubmit={start.run}
      onClose={onClose}
    >
      <Text>
        <strong className="foreign">{packageName(of)}</strong> goes to devices in waves. A wave starts when all updates
        of the previous wave have finished, or when its time limit passes. The rollout stops if too many updates fail.
      </Text>
      <TextField {...text("name")} label="Name" placeholder={packageName(of)} data-autofocus />
      <ChoiceSelect
        label="Devices"
        description="Only devices of the package's profile take part."
        choices={TARGETS}
        value={values.target}
        onValue={(target) => set("target", target)}
        allowDeselect={false}
      />
      {values.target === "gateway" && (
        <GatewaySelect label="Gateway" value={values.gatewayId} onChange={(id) => set("gatewayId", id)} />
      )}
      {values.target === "customer" && (
        <CustomerSelect
          label="Customer"
          isRequired
          value={values.customerId}
          onChange={(id) => set("customerId", id)}
        />
      )}
      <TextField
        {...text("waves")}
        field={["waves", "percent"]}
        label="Waves"
        description="Percentages of the devices, including earlier waves. The last must be 100."
        required
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <CountField
          field="failurePercentMax"
          label="Stop above"
          description="Share of finished updates that failed. At 100 %, the rollout never stops."
          suffix=" %"
          max={100}
          required
          value={values.failurePercentMax}
          onValue={(percent) => set("failurePercentMax", percent)}
        />
        <CountField
          field="waveMinutesMax"
          label="Time limit of a wave"
          description="After this time, the next wave starts in any case."
          suffix=" min"
          min={1}
          max={WAVE_MINUTES_MAX}
          required
          value={values.waveMinutesMax}
          onValue={(minutes) => set("waveMinutesMax", minutes)}
        />
      </SimpleGrid>
    </FormDialog>
  );
}
