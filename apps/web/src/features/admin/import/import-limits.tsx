import { importLimits } from '@hexpedition/contract/upload-rules';
import { number } from '#lib/format.ts';
import { TextField } from '#ui/text-field.tsx';
import css from './import.module.css';

type Limits<T> = Record<'max_files' | 'max_mb', T>;

/** Returns what is wrong with the limits. An empty field means the default. */
export const limitProblems = ({ max_files, max_mb }: Limits<string>): Limits<string | undefined> => ({
  max_files: problemOf(max_files, importLimits.files.max),
  max_mb: problemOf(max_mb, importLimits.megabytes.max),
});

function problemOf(text: string, max: number): string | undefined {
  const isValid = text === '' || (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= max);
  return isValid ? undefined : `Enter a whole number from 1 to ${number(max)}.`;
}

/** Folded fields for the limits of one import. */
export function ImportLimits({ problems }: { problems: Partial<Limits<string | undefined>> }) {
  return (
    <details className={css.fold} open={Boolean(problems.max_files ?? problems.max_mb) || undefined}>
      <summary>Limits</summary>
      <div className={css.limits}>
        <TextField
          label="Maximum number of files"
          name="max_files"
          hint={`Further files are left out, with a warning. Texts are imported first. Default: ${number(importLimits.files.default)}.`}
          inputMode="numeric"
          autoComplete="off"
          optional
          error={problems.max_files}
        />
        <TextField
          label="Maximum size of all files in MB"
          name="max_mb"
          hint={`The size of the unpacked files together. Default: ${number(importLimits.megabytes.default)}.`}
          inputMode="numeric"
          autoComplete="off"
          optional
          error={problems.max_mb}
        />
      </div>
    </details>
  );
}
