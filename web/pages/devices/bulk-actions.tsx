// Actions on the devices chosen in the list, and their progress.
import { Button, CloseButton, Group, Paper, Text } from "@mantine/core";
import { Building2, Layers, Trash2, UserMinus, type LucideIcon } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { Chosen } from "../../app/entity-list.tsx";
import { useConfirm } from "../../components/confirm.tsx";
import { words } from "../../words/words.ts";
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

const WORDS = words.devices.chosen;

export function BulkActions({ rows: devices, clear, chooseAll }: Chosen<ListedDevice>): ReactNode {
  const confirm = useConfirm();
  const [step, setStep] = useState<Step | null>(null);
  const count = devices.length;
  const close = (): void => setStep(null);
  const askToDelete = async (): Promise<void> => {
    const isSure = await confirm({
      title: WORDS.deleteTitle(count),
      text: WORDS.deleteText,
      action: WORDS.deleteAction(count),
      ...(count > 1 ? { typed: WORDS.deleteTyped } : {}),
    });
    if (isSure) setStep({ kind: "run", title: WORDS.deleting(count), act: ({ id }) => deleteDevice(id) });
  };
  return (
    <>
      <Paper withBorder p="xs" mb="md" role="region" aria-label={WORDS.label}>
        <Group gap="xs">
          <Text fw={500} px="xs" role="status">
            {WORDS.count(count)}
          </Text>
          {chooseAll}
          <Work icon={Building2} label={WORDS.assign} onStart={() => setStep({ kind: "customer" })} />
          <Work
            icon={UserMinus}
            label={WORDS.unassign}
            isDisabled={devices.every(({ customer }) => customer === null)}
            onStart={() => setStep({ kind: "run", title: WORDS.unassigning(count), act: unassigned })}
          />
          <Work icon={Layers} label={WORDS.changeProfile} onStart={() => setStep({ kind: "profile" })} />
          <Work icon={Trash2} label={WORDS.delete} color="red" onStart={() => void askToDelete()} />
          <CloseButton ml="auto" aria-label={WORDS.clear} onClick={clear} />
        </Group>
      </Paper>
      {step?.kind === "customer" && (
        <TargetDialog
          title={WORDS.assignTitle(count)}
          action={WORDS.assign}
          onClose={close}
          onChosen={(id) =>
            setStep({
              kind: "run",
              title: WORDS.assigning(count),
              act: (device) => assignToCustomer(device.id, id),
            })
          }
          field={(value, onChange) => (
            <CustomerSelect label={WORDS.customer} isRequired value={value} onChange={onChange} />
          )}
        />
      )}
      {step?.kind === "profile" && (
        <TargetDialog
          title={WORDS.profileTitle(count)}
          action={WORDS.changeProfile}
          onClose={close}
          onChosen={(id) =>
            setStep({
              kind: "run",
              title: WORDS.changingProfile(count),
              act: (device) => changeProfile(device.id, id),
            })
          }
          field={(value, onChange) => (
            <ProfileSelect label={WORDS.profile} isClearable={false} value={value} onChange={onChange} />
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
