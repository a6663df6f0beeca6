// Ctrl+K: a dialog that leads to a page, device, gateway, dashboard, view or document by a part of its name.
import { ActionIcon, Combobox, Group, Kbd, Loader, Stack, Text, TextInput, useCombobox } from "@mantine/core";
import { useDebouncedValue, useDisclosure, useHotkeys } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { Dialog } from "../components/dialog.tsx";
import { Marked } from "../components/marked.tsx";
import { ProblemAlert } from "../components/problem-alert.tsx";
import { words } from "../words/words.ts";
import { documentsNamed, findTargets, pagesNamed, type TargetGroup } from "./targets.ts";
import { useUser } from "./use-session.ts";

export function GoTo(): ReactNode {
  const [isOpen, dialog] = useDisclosure(false);
  // Also while a field has the focus: the keys write nothing.
  useHotkeys([["mod+K", dialog.open]], []);
  return (
    <>
      <ActionIcon
        aria-label={words.app.goTo.title}
        title={words.app.goTo.hint}
        aria-keyshortcuts="Control+K"
        onClick={dialog.open}
      >
        <Search size={18} />
      </ActionIcon>
      {isOpen && <GoToDialog onClose={dialog.close} />}
    </>
  );
}

const PAUSE_MILLIS = 150;

function GoToDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { goTo } = words.app;
  const user = useUser();
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [text] = useDebouncedValue(typed.trim(), PAUSE_MILLIS);
  const found = useQuery({
    queryKey: ["targets", user.role, user.customerId, text],
    queryFn: ({ signal }) => findTargets(user, text, signal),
    enabled: text !== "",
    placeholderData: keepPreviousData,
  });
  const groups = [
    ...pagesNamed(user.role, typed.trim()),
    ...(text === "" ? [] : (found.data ?? [])),
    ...documentsNamed(typed.trim()),
  ];
  const list = useCombobox({ opened: true, onDropdownClose: onClose });
  const { selectFirstOption } = list;
  const paths = groups.flatMap(({ targets }) => targets.map(({ path }) => path)).join();
  useEffect(() => {
    selectFirstOption();
  }, [selectFirstOption, paths]);
  const isSearching = typed.trim() !== text || found.isFetching;
  return (
    // Open at once, because people type on.
    <Dialog onClose={onClose} title={goTo.title} size="lg" yOffset="10vh" transitionProps={{ duration: 0 }}>
      <Combobox
        store={list}
        onOptionSubmit={(path) => {
          onClose();
          void navigate({ to: path });
        }}
      >
        <Stack gap="sm">
          <Combobox.EventsTarget>
            <TextInput
              autoFocus
              data-autofocus
              aria-label={goTo.input}
              placeholder={goTo.input}
              maxLength={255}
              leftSection={<Search />}
              rightSection={isSearching ? <Loader size="xs" /> : null}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          </Combobox.EventsTarget>
          {found.error !== null && <ProblemAlert error={found.error} title={goTo.failed} />}
          <Combobox.Options aria-label={goTo.results} mah="55vh" style={{ overflowY: "auto" }}>
            {groups.map((group) => (
              <Targets key={group.label} group={group} />
            ))}
            {groups.length === 0 && !isSearching && <Combobox.Empty>{goTo.nothing}</Combobox.Empty>}
          </Combobox.Options>
          <Text size="xs" c="dimmed" visibleFrom="xs">
            <Marked text={goTo.keys} as={(key) => <Kbd size="xs">{key}</Kbd>} />
          </Text>
        </Stack>
      </Combobox>
    </Dialog>
  );
}

function Targets({ group: { label, icon: Icon, targets } }: { readonly group: TargetGroup }): ReactNode {
  return (
    <Combobox.Group label={label}>
      {targets.map(({ path, name, detail }) => (
        <Combobox.Option key={path} value={path}>
          <Group gap="sm" wrap="nowrap">
            <Icon size={16} />
            <div style={{ minWidth: 0 }}>
              <Text className="foreign" truncate>
                {name}
              </Text>
              {detail !== "" && (
                <Text size="xs" c="dimmed" className="foreign" truncate>
                  {detail}
                </Text>
              )}
            </div>
          </Group>
        </Combobox.Option>
      ))}
    </Combobox.Group>
  );
}
