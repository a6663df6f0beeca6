// The tenant's firmware and software packages.
import { Box, Button, Code, Flex, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Download, Package, Rocket, Trash2, Upload } from "lucide-react";
import { useState, type ReactNode } from "react";
import { read } from "../../api/client.ts";
import { profileNamesQuery } from "../../api/queries.ts";
import { EntityListPage } from "../../app/entity-list.tsx";
import { useAction } from "../../app/use-action.ts";
import { labelOfChoice } from "../../components/choices.ts";
import { CREATED, Plain } from "../../components/columns.tsx";
import { CopyIcon } from "../../components/copy-text.tsx";
import type { Column } from "../../components/data-table.tsx";
import { bytes } from "../../components/figures.ts";
import { Marked } from "../../components/marked.tsx";
import type { RowAction } from "../../components/row-menu.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { useIsNarrow } from "../../components/use-is-narrow.ts";
import { RolloutDialog } from "../rollouts/rollout-dialog.tsx";
import { words } from "../../words/words.ts";
import { PackageDialog } from "./package-dialog.tsx";
import {
  CHECKSUM_ALGORITHMS,
  deletePackage,
  downloadPackage,
  PACKAGE_TYPES,
  packageName,
  type PackageInfo,
} from "./package.ts";

type Sort = "title" | "version" | "type" | "dataSize" | "createdTime";

const WORDS = words.packages;
const CHECKSUM_CHARS = 8;

export function PackagesPage(): ReactNode {
  const profiles = useQuery(profileNamesQuery);
  const profileNames = new Map((profiles.data ?? []).map(({ id, name }) => [id.id, name]));
  const [incomplete, setIncomplete] = useState<PackageInfo | null>(null);
  const [rolledOut, setRolledOut] = useState<PackageInfo | null>(null);
  const load = useAction({ call: downloadPackage, failed: WORDS.notDownloaded });
  const remove = useAction({
    call: ({ id }: PackageInfo) => deletePackage(id.id),
    question: (found) => ({
      title: WORDS.deletion.question,
      text: <Marked text={WORDS.deletion.text} as={() => <strong className="foreign">{packageName(found)}</strong>} />,
      action: WORDS.deletion.action,
    }),
    failed: WORDS.deletion.failed,
    stale: ["packages"],
  });
  const actionsOf = (found: PackageInfo): readonly RowAction[] => [
    ...(found.hasData ? [] : [{ label: WORDS.upload, icon: Upload, onChosen: () => setIncomplete(found) }]),
    ...(found.hasData ? [{ label: WORDS.rollOut, icon: Rocket, onChosen: () => setRolledOut(found) }] : []),
    ...(found.fileName === null
      ? []
      : [{ label: words.components.common.download, icon: Download, onChosen: () => load.run(found) }]),
    { label: WORDS.deletion.action, icon: Trash2, isDangerous: true, onChosen: () => remove.run(found) },
  ];
  const isNarrow = useIsNarrow();
  const columns: readonly Column<PackageInfo, Sort>[] = [
    {
      id: "title",
      label: WORDS.columns.package,
      sortBy: "title",
      // The title alone does not tell rows apart.
      cell: (found) => <Name name={isNarrow ? packageName(found) : found.title} tag={found.tag} />,
    },
    {
      id: "version",
      label: WORDS.columns.version,
      sortBy: "version",
      under: { column: "title" },
      width: 110,
      cell: ({ version }) => (isNarrow ? null : <Plain text={version} />),
    },
    {
      id: "type",
      label: words.components.common.type,
      sortBy: "type",
      under: { column: "title" },
      width: 150,
      cell: ({ type, deviceProfileId }) => (
        <TypeAndProfile type={type} profile={profileNames.get(deviceProfileId.id)} />
      ),
    },
    {
      id: "content",
      label: WORDS.columns.content,
      sortBy: "dataSize",
      under: { column: "title" },
      cell: (found) => <Content found={found} onUpload={() => setIncomplete(found)} />,
    },
    {
      id: "checksum",
      label: WORDS.columns.checksum,
      isMinor: true,
      width: 150,
      cell: ({ checksum, checksumAlgorithm }) => <Checksum value={checksum} algorithm={checksumAlgorithm} />,
    },
    CREATED,
  ];
  return (
    <EntityListPage
      title={WORDS.title}
      description={WORDS.says}
      noun="package"
      icon={Package}
      columns={columns}
      nameOf={packageName}
      sort="createdTime"
      order="DESC"
      search={WORDS.search}
      read={(query) => ({ queryKey: ["packages", "list", query], queryFn: read("/api/otaPackages", { query }) })}
      actionsOf={actionsOf}
      create={{ label: WORDS.add, dialog: (close) => <PackageDialog onClose={close} /> }}
      empty={{ title: WORDS.empty, text: WORDS.emptySays }}
    >
      {rolledOut !== null && <RolloutDialog of={rolledOut} onClose={() => setRolledOut(null)} />}
      {incomplete !== null && <PackageDialog present={incomplete} onClose={() => setIncomplete(null)} />}
    </EntityListPage>
  );
}

interface NameProps {
  readonly name: string;
  readonly tag: PackageInfo["tag"];
}

function Name({ name, tag }: NameProps): ReactNode {
  return (
    <Box miw={0}>
      <Text fw={500} className="foreign" lineClamp={3}>
        {name}
      </Text>
      {tag !== null && (
        <Text size="xs" c="dimmed" className="foreign" lineClamp={2}>
          {tag}
        </Text>
      )}
    </Box>
  );
}

interface TypeProps {
  readonly type: PackageInfo["type"];
  readonly profile: string | undefined;
}

function TypeAndProfile({ type, profile }: TypeProps): ReactNode {
  const isNarrow = useIsNarrow();
  return (
    <Flex direction={isNarrow ? "row" : "column"} wrap={isNarrow ? "wrap" : "nowrap"} columnGap={4}>
      <Text>{labelOfChoice(PACKAGE_TYPES, type)}</Text>
      {profile !== undefined && (
        <Text size="xs" c="dimmed" lineClamp={2}>
          <Marked text={WORDS.forProfile} as={() => <span className="foreign">{profile}</span>} />
        </Text>
      )}
    </Flex>
  );
}

interface ContentProps {
  readonly found: PackageInfo;
  readonly onUpload: () => void;
}

function Content({ found: { hasData, url, fileName, dataSize }, onUpload }: ContentProps): ReactNode {
  if (!hasData)
    return (
      <Group gap={6}>
        <StatusBadge label={WORDS.fileMissing} tone="warning" />
        <Button size="compact-xs" variant="light" onClick={onUpload}>
          {WORDS.upload}
        </Button>
      </Group>
    );
  if (url !== null)
    return (
      <Group gap={4} wrap="nowrap">
        <Text size="xs" className="foreign" lineClamp={3}>
          {url}
        </Text>
        <CopyIcon text={url} label={WORDS.copyUrl} />
      </Group>
    );
  return (
    <>
      <Text>{dataSize === null ? "–" : bytes(dataSize)}</Text>
      <Text size="xs" c="dimmed" className="foreign" lineClamp={2}>
        {fileName}
      </Text>
    </>
  );
}

interface ChecksumProps {
  readonly value: string | null;
  readonly algorithm: string | null;
}

function Checksum({ value, algorithm }: ChecksumProps): ReactNode {
  if (value === null) return <Text>–</Text>;
  return (
    <>
      <Group gap={4} wrap="nowrap">
        <Code className="foreign" style={{ whiteSpace: "nowrap" }}>
          {value.length <= CHECKSUM_CHARS ? value : `${value.slice(0, CHECKSUM_CHARS)}…`}
        </Code>
        <CopyIcon text={value} label={WORDS.copyChecksum} />
      </Group>
      <Text size="xs" c="dimmed">
        {labelOfChoice(CHECKSUM_ALGORITHMS, algorithm ?? "")}
      </Text>
    </>
  );
}
