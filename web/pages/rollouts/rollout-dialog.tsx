// Begins a rollout of a package: to whom, in which waves, and when it stops by itself.
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
import { beginRollout, TARGETS, type RolloutFields } from "./rollout.ts";

interface RolloutDialogProps {
  readonly of: PackageInfo;
  readonly onClose: () => void;
}

const BEGINNING: RolloutFields = {
  name: "",
  target: "profile",
  gatewayId: null,
  customerId: null,
  waves: "5, 25, 100",
  failurePercentMax: 10,
  waveMinutesMax: 1_440,
};
/** The platform's own bound. */
const WAVE_MINUTES_MAX = 43_200;

export function RolloutDialog({ of, onClose }: RolloutDialogProps): ReactNode {
  const { values, set, text } = useFields(BEGINNING);
  const navigate = useNavigate();
  const begin = useAction({
    call: () => beginRollout(of, values),
    stale: ["rollouts"],
    onDone: async ({ id }) => {
      onClose();
      await navigate({ to: `/rollouts/${id}` });
    },
  });
  return (
    <FormDialog
      title="Roll out a package"
      action="Begin rollout"
      size="lg"
      work={begin}
      onSubmit={begin.run}
      onClose={onClose}
    >
      <Text>
        <strong className="foreign">{packageName(of)}</strong> is given to devices in waves. The next wave begins when
        the devices of the one before have ended, or after its time; when too many fail, it stops.
      </Text>
      <TextField {...text("name")} label="Name" placeholder={packageName(of)} data-autofocus />
      <ChoiceSelect
        label="Devices"
        description="Of these, the devices of the package's profile take part."
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
        description="In percent of the devices, those of earlier waves included. The last is 100."
        required
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <CountField
          field="failurePercentMax"
          label="Stop above"
          description="Failed, of the updates that ended. 100 never stops."
          suffix=" %"
          max={100}
          required
          value={values.failurePercentMax}
          onValue={(percent) => set("failurePercentMax", percent)}
        />
        <CountField
          field="waveMinutesMax"
          label="Time for a wave"
          description="The next one begins after it at the latest."
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
