import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fileSize } from '#lib/file-size.ts';
import { useApi } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { FileField } from '#ui/file-field.tsx';
import { Form, FormActions, useForm } from '#ui/form.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import admin from '../admin.module.css';
import { importPreviewQuery } from '../admin-queries.ts';
import css from './import.module.css';
import { ImportLimits, limitProblems } from './import-limits.tsx';
import { maxZipBytes, uploadZip } from './upload-zip.ts';

const formats = [
  ['auto', 'Detect from its files'],
  ['bundle', 'Hexpedition bundle'],
  ['ctfcli', 'ctfcli challenges (challenge.yml, ctfcli.yaml)'],
  ['dojo', 'Dojo (dojo.yml)'],
] as const;

/** Uploads a zip and previews its import. @param onPreview receives the id of the preview */
export function ImportForm({ onPreview }: { onPreview: (id: string) => void }) {
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState<string>();
  const select = (selected: File | undefined) => {
    if (!selected) return;
    const found = problemOf(selected);
    setProblem(found);
    setFile(found ? undefined : selected);
  };
  return (
    <section className={admin.section} aria-labelledby="import">
      <h2 id="import" className={css.title}>
        Import
      </h2>
      <FileField
        label="Zip to import"
        title={file ? file.name : 'Drop a zip here, or choose one'}
        hint={file ? `${fileSize(file.size)}. Choose another to replace it.` : 'Up to 200 MB.'}
        accept=".zip,application/zip"
        onFiles={([selected]) => select(selected)}
      />
      {problem && (
        <Callout kind="danger" role="alert">
          <p>{problem}</p>
        </Callout>
      )}
      {!file && <FormatList />}
      {file && <Options key={`${file.name} ${file.lastModified}`} file={file} onPreview={onPreview} />}
    </section>
  );
}

/** Describes the supported formats while no zip is selected. */
function FormatList() {
  return (
    <>
      <dl className={css.kinds}>
        <div>
          <dt>Hexpedition bundle</dt>
          <dd>
            The zip from “Export everything”: courses, their files and both maps. Importing an unchanged export changes
            nothing.
          </dd>
        </div>
        <div>
          <dt>ctfcli</dt>
          <dd>
            Folders with a <code>challenge.yml</code> or <code>ctfcli.yaml</code>, also of rCDS. Each challenge becomes
            a lesson, each category a chapter.
          </dd>
        </div>
        <div>
          <dt>Dojo</dt>
          <dd>
            A <code>dojo.yml</code> with its modules. It becomes a course with one chapter per module.
          </dd>
        </div>
      </dl>
      <p className={css.quiet}>The import never runs anything from the zip or downloads anything that it links to.</p>
    </>
  );
}

function problemOf({ name, size }: File): string | undefined {
  if (!/\.zip$/i.test(name)) return `“${name}” is not a zip. Zip the folder and choose the zip.`;
  if (size === 0) return `“${name}” is empty.`;
  return size > maxZipBytes
    ? `“${name}” is larger than 200 MB. Split it into several zips, or use npm run import.`
    : undefined;
}

function Options({ file, onPreview }: { file: File; onPreview: (id: string) => void }) {
  const api = useApi();
  const client = useQueryClient();
  const [format, setFormat] = useState<(typeof formats)[number][0]>('auto');
  const [sent, setSent] = useState(0);
  const form = useForm({
    fields: ['name', 'continent', 'max_files', 'max_mb'],
    check: ({ name, max_files, max_mb }) => ({
      name: name === '' ? 'Enter a name.' : undefined,
      ...limitProblems({ max_files, max_mb }),
    }),
    send: ({ name, continent, max_files, max_mb }) =>
      uploadZip(
        api,
        file,
        {
          ...{ name, format, continent },
          ...(max_files && { max_files: Number(max_files) }),
          ...(max_mb && { max_mb: Number(max_mb) }),
        },
        setSent,
      ),
    onSuccess: (preview) => {
      client.setQueryData(importPreviewQuery(preview.id).queryKey, preview);
      onPreview(preview.id);
    },
  });
  return (
    <Form form={form} className={css.form ?? ''}>
      <TextField
        label="Name"
        name="name"
        hint="A later import with the same name replaces this one."
        defaultValue={file.name.replace(/\.zip$/i, '').slice(0, 60)}
        maxLength={60}
        autoComplete="off"
        required
        error={form.problems.name}
      />
      <SelectField
        label="Format"
        value={format}
        onChange={(event) => setFormat(formats.find(([one]) => one === event.target.value)?.[0] ?? 'auto')}
      >
        {formats.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </SelectField>
      {format !== 'bundle' && (
        <TextField
          label="Continent"
          name="continent"
          hint="Where imported challenges go. A name that is not on the map becomes a new continent. Leave empty for “Imported”."
          maxLength={60}
          autoComplete="off"
          optional
          error={form.problems.continent}
        />
      )}
      <ImportLimits problems={form.problems} />
      {form.isPending && (
        <div className={css.sending} role="status">
          <ProgressBar value={sent} max={file.size} label="Uploaded" tone="beacon" />
          <p className={css.quiet}>
            {sent < file.size ? `Uploading: ${fileSize(sent)} of ${fileSize(file.size)}` : 'Uploaded. Reading the zip…'}
          </p>
        </div>
      )}
      <FormActions>
        <Button type="submit" variant="primary" icon="search" busy={form.isPending}>
          Preview changes
        </Button>
      </FormActions>
    </Form>
  );
}
