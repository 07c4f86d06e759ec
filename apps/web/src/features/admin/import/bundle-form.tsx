import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FileField } from '#features/authoring/files/file-field.public.tsx';
import { fileSize } from '#features/learn/modules/file-size.public.ts';
import { useApi } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Form, FormActions, useForm } from '#ui/form.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import admin from '../admin.module.css';
import css from './import.module.css';
import { trialQuery } from './queries.ts';
import { mostBytes, sendZip } from './send-zip.ts';

const formats = [
  ['auto', 'Find out by its files'],
  ['bundle', 'Our own bundle'],
  ['ctfcli', 'Challenges of ctfcli (challenge.yml)'],
  ['dojo', 'A dojo (dojo.yml)'],
] as const;

/** Takes a zip and tries its import. @param onTried is told the id of the import */
export function BundleForm({ onTried }: { onTried: (id: string) => void }) {
  const [file, setFile] = useState<File>();
  const [fault, setFault] = useState<string>();
  const take = (given: File | undefined) => {
    if (!given) return;
    const wrong = faultOf(given);
    setFault(wrong);
    setFile(wrong ? undefined : given);
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
        onFiles={([given]) => take(given)}
      />
      {fault && (
        <Callout kind="danger" role="alert">
          <p>{fault}</p>
        </Callout>
      )}
      {!file && <Kinds />}
      {file && <Options key={`${file.name} ${file.lastModified}`} file={file} onTried={onTried} />}
    </section>
  );
}

/** What a zip can hold, until there is one. */
function Kinds() {
  return (
    <>
      <dl className={css.kinds}>
        <div>
          <dt>Our own bundle</dt>
          <dd>
            What “Export everything” gives: courses, their files and both maps. To import an export changes nothing.
          </dd>
        </div>
        <div>
          <dt>ctfcli</dt>
          <dd>
            Folders with a <code>challenge.yml</code>. Each challenge becomes a lesson, each category a chapter.
          </dd>
        </div>
        <div>
          <dt>A dojo</dt>
          <dd>
            A <code>dojo.yml</code> with its modules. It becomes a course with a chapter for each of them.
          </dd>
        </div>
      </dl>
      <p className={css.quiet}>Nothing that a zip names is run or fetched.</p>
    </>
  );
}

function faultOf({ name, size }: File): string | undefined {
  if (!/\.zip$/i.test(name)) return `“${name}” is not a zip. Pack the folder into one and choose that.`;
  if (size === 0) return `“${name}” is empty.`;
  return size > mostBytes ? `“${name}” is larger than 200 MB. Import it in parts, or with npm run import.` : undefined;
}

function Options({ file, onTried }: { file: File; onTried: (id: string) => void }) {
  const api = useApi();
  const client = useQueryClient();
  const [format, setFormat] = useState<(typeof formats)[number][0]>('auto');
  const [sent, setSent] = useState(0);
  const form = useForm({
    fields: ['name', 'continent'],
    check: ({ name }) => ({ name: name === '' ? 'Give it a name.' : undefined }),
    send: ({ name, continent }) => sendZip(api, file, { name, format, continent }, setSent),
    onSuccess: (trial) => {
      client.setQueryData(trialQuery(trial.id).queryKey, trial);
      onTried(trial.id);
    },
  });
  return (
    <Form form={form} className={css.form ?? ''}>
      <TextField
        label="Name"
        name="name"
        hint="A later import under the same name takes the place of this one."
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
          hint="Where challenges of others go. A name that is not on the map becomes new land; empty means “Imported”."
          maxLength={60}
          autoComplete="off"
          optional
          error={form.problems.continent}
        />
      )}
      {form.isPending && (
        <div className={css.sending} role="status">
          <ProgressBar value={sent} max={file.size} label="Sent" tone="beacon" />
          <p className={css.quiet}>
            {sent < file.size
              ? `Sending: ${fileSize(sent)} of ${fileSize(file.size)}`
              : 'Sent. Reading what is inside…'}
          </p>
        </div>
      )}
      <FormActions>
        <Button type="submit" variant="primary" icon="search" busy={form.isPending}>
          Look what would change
        </Button>
      </FormActions>
    </Form>
  );
}
