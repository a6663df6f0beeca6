// The form of a new package, or of the content of an existing one without content: a file, uploaded with a progress
// bar, or a url. If the upload fails, the package exists nevertheless; the form continues with its file.
import { FileInput, Radio, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { read } from "../../api/client.ts";
import { ApiProblem, fieldProblem } from "../../api/problem.ts";
import { useAction } from "../../app/use-action.ts";
import { ChoiceSelect } from "../../components/choice-select.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextField, useFieldProblem } from "../../components/form-fields.tsx";
import { useFields, type Fields } from "../../components/form.tsx";
import { Marked } from "../../components/marked.tsx";
import { UploadProgress, type Sent } from "../../components/upload-progress.tsx";
import { ProfileSelect } from "../devices/profile-select.tsx";
import { words } from "../../words/words.ts";
import {
  CHECKSUM_ALGORITHMS,
  createPackage,
  PACKAGE_TYPES,
  packageName,
  setUrl,
  uploadPackage,
  type PackageFields,
  type PackageInfo,
} from "./package.ts";

const WORDS = words.packages.dialog;

interface PackageDialogProps {
  /** A package without content; omitted for a new one. */
  readonly present?: PackageInfo;
  readonly onClose: () => void;
}

const EMPTY: PackageFields = {
  title: "",
  version: "",
  type: "FIRMWARE",
  profileId: null,
  tag: "",
  source: "file",
  url: "",
  checksum: "",
  checksumAlgorithm: "SHA256",
};

export function PackageDialog({ present, onClose }: PackageDialogProps): ReactNode {
  const fields = useFields<PackageFields>(EMPTY);
  const { values } = fields;
  const [file, setFile] = useState<File | null>(null);
  const [created, setCreated] = useState<PackageInfo | null>(null);
  const [sent, setSent] = useState<Sent | null>(null);
  const stopper = useRef<AbortController | null>(null);
  useEffect(() => () => stopper.current?.abort(), []);
  const byDefault = useQuery({
    queryKey: ["device-profiles", "default"],
    queryFn: read("/api/deviceProfileInfo/default"),
  });
  const profileId = values.profileId ?? byDefault.data?.id.id ?? null;
  const saved = present ?? created;
  const upload = async (to: PackageInfo, chosen: File): Promise<void> => {
    const controller = new AbortController();
    stopper.current = controller;
    setSent({ sent: 0, total: chosen.size });
    try {
      await uploadPackage(to, chosen, {
        ...values,
        signal: controller.signal,
        onProgress: (bytes, total) => setSent({ sent: bytes, total }),
      });
    } finally {
      setSent(null);
    }
  };
  const save = useAction({
    call: async () => {
      if (saved !== null && values.source === "url") return await setUrl(saved, values);
      if (saved !== null && file === null) throw fieldProblem("file", WORDS.fileFirst);
      if (profileId === null) throw new ApiProblem(WORDS.profileFirst);
      const found = saved ?? (await createPackage(values, profileId));
      setCreated(found);
      if (values.source === "file" && file !== null) await upload(found, file);
      return found;
    },
    stale: ["packages"],
    // The package may exist without its file.
    isPartial: true,
    done: (found) => WORDS.saved(packageName(found)),
    onDone: onClose,
  });
  const isStopped = save.error instanceof DOMException;
  return (
    <FormDialog
      title={saved === null ? words.packages.add : words.packages.upload}
      action={saved === null ? WORDS.add : values.source === "file" ? WORDS.uploadFile : WORDS.setUrl}
      size="lg"
      work={{ isPending: save.isPending, error: isStopped ? null : save.error }}
      onSubmit={save.run}
      onClose={onClose}
      onStop={sent === null ? undefined : () => stopper.current?.abort()}
    >
      {saved === null ? (
        <About {...fields} profileId={profileId} />
      ) : (
        <Text role="status">
          <Marked text={WORDS.withoutFile} as={() => <strong className="foreign">{packageName(saved)}</strong>} />
          {isStopped && ` ${WORDS.stopped}`}
        </Text>
      )}
      <Content {...fields} file={file} onFile={setFile} isNew={saved === null} />
      {sent !== null && <UploadProgress sent={sent} then={WORDS.storing} />}
    </FormDialog>
  );
}

interface AboutProps extends Fields<PackageFields> {
  readonly profileId: string | null;
}

function About({ values, set, text, profileId }: AboutProps): ReactNode {
  return (
    <>
      <Text c="dimmed">{WORDS.fixed}</Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextField {...text("title")} label={words.components.common.title} required data-autofocus />
        {/* The refusal of a version that already exists begins with the type. */}
        <TextField
          {...text("version")}
          field={["version", "firmware", "software"]}
          label={words.packages.columns.version}
          required
        />
        <ChoiceSelect
          label={words.components.common.type}
          choices={PACKAGE_TYPES}
          value={values.type}
          onValue={(type) => set("type", type)}
          allowDeselect={false}
        />
        <ProfileSelect
          label={WORDS.profile}
          isClearable={false}
          value={profileId}
          onChange={(id) => set("profileId", id)}
        />
      </SimpleGrid>
      <TextField {...text("tag")} label={WORDS.tag} description={WORDS.tagSays} />
    </>
  );
}

interface ContentProps extends Fields<PackageFields> {
  readonly file: File | null;
  readonly onFile: (file: File | null) => void;
  readonly isNew: boolean;
}

function Content({ values, set, text, file, onFile, isNew }: ContentProps): ReactNode {
  const { ref, problem } = useFieldProblem<HTMLButtonElement>("file", file);
  return (
    <>
      <Radio.Group
        label={WORDS.content}
        value={values.source}
        onChange={(source) => set("source", source === "url" ? "url" : "file")}
      >
        <Stack gap="xs" mt={6}>
          <Radio value="file" label={WORDS.fromFile} />
          <Radio value="url" label={WORDS.fromUrl} />
        </Stack>
      </Radio.Group>
      {values.source === "file" ? (
        <FileInput
          ref={ref}
          error={problem}
          label={WORDS.file}
          description={isNew ? WORDS.newFileSays : WORDS.fileSays}
          placeholder={WORDS.chooseFile}
          leftSection={<FileUp />}
          clearable
          clearButtonProps={{ "aria-label": WORDS.removeFile }}
          value={file}
          onChange={onFile}
        />
      ) : (
        <TextField
          {...text("url")}
          label={WORDS.url}
          description={WORDS.urlSays}
          required
          maxLength={2048}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <ChoiceSelect
          label={WORDS.algorithm}
          choices={CHECKSUM_ALGORITHMS}
          value={values.checksumAlgorithm}
          onValue={(algorithm) => set("checksumAlgorithm", algorithm)}
          allowDeselect={false}
        />
        <TextField
          {...text("checksum")}
          label={words.packages.columns.checksum}
          placeholder={values.source === "file" ? WORDS.computed : WORDS.noChecksum}
          maxLength={1020}
          autoComplete="off"
          spellCheck={false}
        />
      </SimpleGrid>
    </>
  );
}
