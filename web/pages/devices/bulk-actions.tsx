// Actions on the devices chosen in the list, and their progress.
import { Button, CloseButton, Group, Paper, Text } from "@mantine/core";
import { Building2, Layers, Trash2, UserMinus, type LucideIcon } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { Chosen } from "../../app/entity-list.tsx";
import { useConfirm } from "../../components/confirm.tsx";
import { BulkRunDialog } from "./bulk-run-dialog.tsx";
import { CustomerSelect } from "./customer-select.tsx";
import type { ListedDevice } from "./listed-devices.ts";
import { ProfileSelect } from "./profile-select.tsx";
import { assignToCustomer, changeProfile, deleteDevice, unassign } from "./save-device.ts";
import { TargetDialog } from "./target-dialog.tsx";

/** A question to answer first, or a run over the devices. */
type Step =
  | { readonly kind: "customer" | "profile" }
  | { readonly kind: "run"; readonly title: string; readonly act: (device: ListedDevice) => Promise<void> };

export function BulkActions({ rows: devices, clear, chooseAll }: Chosen<ListedDevice>): ReactNode {
  const confirm = useConfirm();
  const [step, setStep] = useState<Step | null>(null);
  const count = devices.length.toLocaleString();
  const noun = devices.length === 1 ? "device" : "devices";
  const close = (): void => setStep(null);
  const askToDelete = async (): Promise<void> => {
    const isSure = await confirm({
      title: `Delete ${count} ${noun}`,
      text: "Their values, attributes and credentials are deleted with them, and their connections close. This cannot be undone.",
      action: `Delete ${noun}`,
      ...(devices.length > 1 ? { typed: "delete" } : {}),
    });
    if (isSure) setStep({ kind: "run", title: `Deleting ${count} ${noun}`, act: ({ id }) => deleteDevice(id) });
  };
  return (
    <>
      <Paper withBorder p="xs" mb="md" role="region" aria-label="Chosen devices">
        <Group gap="xs">
          <Text fw={500} px="xs" role="status">
            {count} {noun} chosen
          </Text>
          {chooseAll}
          <Work icon={Building2} label="Assign to customer" onStart={() => setStep({ kind: "customer" })} />
          <Work
            icon={UserMinus}
            label="Unassign"
            isDisabled={devices.every(({ customer }) => customer === null)}
            onStart={() => setStep({ kind: "run", title: `Unassigning ${count} ${noun}`, act: unassigned })}
          />
          <Work icon={Layers} label="Change profile" onStart={() => setStep({ kind: "profile" })} />
          <Work icon={Trash2} label="Delete" color="red" onStart={() => void askToDelete()} />
          <CloseButton ml="auto" aria-label="Clear selection" onClick={clear} />
        </Group>
      </Paper>
      {step?.kind === "customer" && (
        <TargetDialog
          title={`Assign ${count} ${noun} to a customer`}
          action="Assign to customer"
          onClose={close}
          onChosen={(id) =>
            setStep({
              kind: "run",
              title: `Assigning ${count} ${noun} to a customer`,
              act: (device) => assignToCustomer(device.id, id),
            })
          }
          field={(value, onChange) => <CustomerSelect label="Customer" isRequired value={value} onChange={onChange} />}
        />
      )}
      {step?.kind === "profile" && (
        <TargetDialog
          title={`Change the profile of ${count} ${noun}`}
          action="Change profile"
          onClose={close}
          onChosen={(id) =>
            setStep({
              kind: "run",
              title: `Changing the profile of ${count} ${noun}`,
              act: (device) => changeProfile(device.id, id),
            })
          }
          field={(value, onChange) => (
            <ProfileSelect label="Device profile" isClearable={false} value={value} onChange={onChange} />
          )}
        />
      )}
      {step?.kind === "run" && (
        <BulkRunDialog
          title={step.title}
          devices={devices}
          act={step.act}
          onClose={() => {
            close();
            clear();
          }}
        />
      )}
    </>
  );
}

interface WorkProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly color?: string;
  readonly isDisabled?: boolean;
  readonly onStart: () => void;
}

function Work({ icon: Icon, label, color, isDisabled = false, onStart }: WorkProps): ReactNode {
  const icon = <Icon size={15} />;
  return (
    <Button size="compact-sm" variant="light" color={color} leftSection={icon} disabled={isDisabled} onClick={onStart}>
      {label}
    </Button>
  );
}

/** Does nothing for a device without a customer. */
async function unassigned({ id, customer }: ListedDevice): Promise<void> {
  if (customer !== null) await unassign(id);
}
