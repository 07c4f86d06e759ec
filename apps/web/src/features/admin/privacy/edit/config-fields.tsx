import { createContext, type ReactNode, use, useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { Switch } from '#ui/switch.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';
import { languageCodes, languageName, type Path } from '../config-names.ts';
import css from './edit.module.css';

/** Problems found by the server, by the path of the field. */
export type Problems = Readonly<Record<Path, string>>;

export const ProblemsContext = createContext<Problems>({});

/** Returns the problem of a field. @param deep also searches the fields below it */
export function useProblem(path: Path, deep = false): string | undefined {
  const problems = use(ProblemsContext);
  return problems[path] ?? (deep ? Object.entries(problems).find(([at]) => at.startsWith(`${path}.`))?.[1] : undefined);
}

interface TextProps {
  path: Path;
  label: string;
  value: string | undefined;
  /** Receives the new text, or undefined for an empty one. */
  onChange: (value: string | undefined) => void;
  hint?: ReactNode;
  placeholder?: string | undefined;
  optional?: boolean;
  mono?: boolean;
  /** Renders a text area with this many rows. */
  rows?: number;
}

/** Text field of the configuration. */
export function Text({ path, value = '', onChange, rows, mono, placeholder, ...field }: TextProps) {
  const error = useProblem(path);
  const input = {
    ...{ ...field, name: path, value, error, autoComplete: 'off' },
    ...(placeholder === undefined ? {} : { placeholder }),
    onChange: (event: { target: { value: string } }) => onChange(event.target.value || undefined),
  };
  return rows ? <TextArea rows={rows} {...input} /> : <TextField spellCheck={!mono} mono={mono ?? false} {...input} />;
}

interface ToggleProps {
  path: Path;
  label: string;
  hint: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Switch of the configuration. Its hint explains the effect on visitors. */
export function Toggle({ path, hint, checked, onChange, label }: ToggleProps) {
  const problem = useProblem(path);
  return (
    <Switch
      {...{ label, checked }}
      name={path}
      aria-invalid={problem ? true : undefined}
      hint={problem ? <FieldError>{problem}</FieldError> : hint}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}

export const FieldError = ({ children }: { children: ReactNode }) => (
  <span className={css.wrong}>
    <Icon name="warning" size={16} />
    <span>{children}</span>
  </span>
);

interface CodeListProps extends Omit<TextProps, 'value' | 'onChange'> {
  value: readonly string[] | undefined;
  onChange: (value: string[] | undefined) => void;
}

/** Text field for a comma-separated list of codes. */
export function CodeListField({ value = [], onChange, path, ...field }: CodeListProps) {
  const [typed, setTyped] = useState('');
  const problem = useProblem(path, true);
  const problems = use(ProblemsContext);
  // Keeps a comma that was just typed although it adds no code yet.
  const shown = splitCodes(typed).join() === value.join() ? typed : value.join(', ');
  return (
    <ProblemsContext value={problem ? { ...problems, [path]: problem } : problems}>
      <Text
        {...field}
        path={path}
        mono
        value={shown}
        onChange={(text = '') => {
          setTyped(text);
          const codes = splitCodes(text);
          onChange(codes.length > 0 ? codes : undefined);
        }}
      />
    </ProblemsContext>
  );
}

const splitCodes = (text: string) => text.split(/[\s,]+/).filter(Boolean);

interface LanguageProps {
  label: string;
  value: string;
  onChange: (code: string) => void;
  path?: Path;
  hint?: string;
  /** Label of the first option, which selects no language. */
  none?: string;
  /** Codes to offer besides the built-in languages. */
  others?: readonly string[];
  /** Codes to leave out. */
  without?: readonly string[];
}

export function LanguageField({ value, onChange, path, none, others, without = [], ...field }: LanguageProps) {
  const error = useProblem(path ?? ' ');
  const codes = languageCodes([...(others ?? []), ...(value ? [value] : [])]).filter((code) => !without.includes(code));
  return (
    <SelectField {...field} name={path} error={error} value={value} onChange={({ target }) => onChange(target.value)}>
      {none !== undefined && <option value="">{none}</option>}
      {codes.map((code) => (
        <option key={code} value={code}>
          {languageName(code)} ({code})
        </option>
      ))}
    </SelectField>
  );
}
