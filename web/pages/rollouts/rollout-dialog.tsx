// Starts a rollout of a package: for which devices, in which waves, and when it stops automatically.
import { SimpleGrid, Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useAction } from "../../app/use-action.ts";
import { ChoiceSelect } from "../../components/choice-select.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { CountField, TextField } from "../../components/form-fields.tsx";
import { useFields } from "../../components/form.tsx";
import { Marked } from "../../components/marked.tsx";
import { CustomerSelect } from "../devices/customer-select.tsx";
import { packageName, type PackageInfo } from "../packages/package.ts";
import { PERCENT_SUFFIX } from "../../words/format.ts";
import { words } from "../../words/words.ts";
import { GatewaySelect } from "./gateway-select.tsx";
import { startRollout, TARGETS, type RolloutFields } from "./rollout.ts";

const WORDS = words.rollouts.dialog;

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
    <FormDialog title={WORDS.title} action={WORDS.action} size="lg" work={start} onSubmit={start.run} onClose={onClose}>
      <Text>
        <Marked text={WORDS.text} as={() => <strong className="foreign">{packageName(of)}</strong>} />
      </Text>
      <TextField {...text("name")} label={words.components.common.name} placeholder={packageName(of)} data-autofocus />
      <ChoiceSelect
        label={words.components.common.devices}
        description={WORDS.devicesSay}
        choices={TARGETS}
        value={values.target}
        onValue={(target) => set("target", target)}
        allowDeselect={false}
      />
      {values.target === "gateway" && (
        <GatewaySelect
          label={words.components.common.gateway}
          value={values.gatewayId}
          onChange={(id) => set("gatewayId", id)}
        />
      )}
      {values.target === "customer" && (
        <CustomerSelect
          label={words.components.common.customer}
          isRequired
          value={values.customerId}
          onChange={(id) => set("customerId", id)}
        />
      )}
      <TextField
        {...text("waves")}
        field={["waves", "percent"]}
        label={WORDS.waves}
        description={WORDS.wavesSay}
        required
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <CountField
          field="failurePercentMax"
          label={WORDS.stopAbove}
          description={WORDS.stopAboveSays}
          suffix={PERCENT_SUFFIX}
          max={100}
          required
          value={values.failurePercentMax}
          onValue={(percent) => set("failurePercentMax", percent)}
        />
        <CountField
          field="waveMinutesMax"
          label={WORDS.waveLimit}
          description={WORDS.waveLimitSays}
          suffix={` ${WORDS.minutes}`}
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
