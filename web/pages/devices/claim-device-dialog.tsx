// Claims a device, by its name and secret, for the customer of the user.
import { Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { api } from "../../api/client.ts";
import { ApiProblem, problemOf } from "../../api/problem.ts";
import { useAction } from "../../app/use-action.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { PasswordField, TextField } from "../../components/form-fields.tsx";
import { useFields } from "../../components/form.tsx";
import { words } from "../../words/words.ts";
import type { Device } from "./save-device.ts";

const WORDS = words.devices.claim;

export function ClaimDeviceDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const navigate = useNavigate();
  const { values, text } = useFields({ name: "", secret: "" });
  const claim = useAction({
    call: () => claimDevice(values.name.trim(), values.secret),
    done: (device) => WORDS.done(device.name),
    onDone: (device) => navigate({ to: `/devices/${device.id.id}`, replace: true }),
    stale: ["devices"],
  });
  return (
    <FormDialog title={WORDS.title} action={WORDS.action} work={claim} onSubmit={claim.run} onClose={onClose}>
      <Text>{WORDS.about}</Text>
      <TextField {...text("name")} field="deviceName" label={WORDS.name} required autoComplete="off" data-autofocus />
      <PasswordField
        {...text("secret")}
        field="secretKey"
        label={WORDS.secret}
        description={WORDS.secretHint}
        autoComplete="off"
      />
    </FormDialog>
  );
}

/** For each bare result code of the platform: a sentence, and the field that it is about. */
const REFUSALS: Readonly<Record<string, { readonly pointer: string; readonly message: string }>> = {
  CLAIMED: { pointer: "/deviceName", message: WORDS.taken },
  FAILURE: { pointer: "/secretKey", message: WORDS.refused },
};

async function claimDevice(deviceName: string, secretKey: string): Promise<Device> {
  const { data, error, response } = await api.POST("/api/customer/device/{deviceName}/claim", {
    params: { path: { deviceName } },
    body: { secretKey },
  });
  if (data !== undefined) return data.device;
  const word = typeof error === "string" ? error : "";
  const refusal = REFUSALS[word];
  if (refusal === undefined) throw problemOf(response, error);
  throw new ApiProblem(refusal.message, {
    status: response.status,
    requestId: response.headers.get("x-request-id"),
    places: [{ ...refusal, code: word }],
  });
}
