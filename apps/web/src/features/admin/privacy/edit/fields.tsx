import { createContext, type ReactNode, use, useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { Switch } from '#ui/switch.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';
import { languageCodes, languageName, type Path } from '../names.ts';
import css from './edit.module.css';

/** What the server found, by the path of the field. */
export type Faults = Readonly<Record<Path, string>>;

export const FaultsContext = createContext<Faults>({});

/** What is wrong with a field. @param deep and with what is below it */
export function useFault(path: Path, deep = false): string | undefined {
  const faults = use(FaultsContext);
  return faults[path] ?? (deep ? Object.entries(faults).find(([at]) => at.startsWith(`${path}.`))?.[1] : undefined);
}

interface TextProps {
  path: Path;
  label: string;
  value: string | undefined;
  /** What was typed; undefined where nothing is left of it. */
  onChange: (value: string | undefined) => void;
  hint?: ReactNode;
  placeholder?: string | undefined;
  /** Several of these may be empty. */
  optional?: boolean;
  mono?: boolean;
  /** Of several lines. */
  rows?: number;
}

/** A text of the configuration. An empty one is left out. */
export function Text({ path, value = '', onChange, rows, mono, placeholder, ...field }: TextProps) {
  const error = useFault(path);
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

/** A switch of the configuration, and what visitors notice of it. */
export function Toggle({ path, hint, checked, onChange, label }: ToggleProps) {
  const fault = useFault(path);
  return (
    <Switch
      {...{ label, checked }}
      name={path}
      aria-invalid={fault ? true : undefined}
      hint={fault ? <Wrong>{fault}</Wrong> : hint}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}

export const Wrong = ({ children }: { children: ReactNode }) => (
  <span className={css.wrong}>
    <Icon name="warning" size={16} />
    <span>{children}</span>
  </span>
);

interface CodesProps extends Omit<TextProps, 'value' | 'onChange'> {
  value: readonly string[] | undefined;
  onChange: (value: string[] | undefined) => void;
}

/** Several words in one line, with commas between them. */
export function Codes({ value = [], onChange, path, ...field }: CodesProps) {
  const [typed, setTyped] = useState('');
  const fault = useFault(path, true);
  const faults = use(FaultsContext);
  // A comma that was just typed is no word yet, and must not vanish.
  const shown = wordsOf(typed).join() === value.join() ? typed : value.join(', ');
  return (
    <FaultsContext value={fault ? { ...faults, [path]: fault } : faults}>
      <Text
        {...field}
        path={path}
        mono
        value={shown}
        onChange={(text = '') => {
          setTyped(text);
          const words = wordsOf(text);
          onChange(words.length > 0 ? words : undefined);
        }}
      />
    </FaultsContext>
  );
}

const wordsOf = (text: string) => text.split(/[\s,]+/).filter(Boolean);

interface LanguageProps {
  label: string;
  value: string;
  onChange: (code: string) => void;
  path?: Path;
  hint?: string;
  /** In place of a language: the first of the list. */
  none?: string;
  /** Codes that are not in our list. */
  others?: readonly string[];
  /** Codes that cannot be chosen. */
  without?: readonly string[];
}

export function LanguageField({ value, onChange, path, none, others, without = [], ...field }: LanguageProps) {
  const error = useFault(path ?? ' ');
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
