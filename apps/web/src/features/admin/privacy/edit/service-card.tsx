import type { ConsentService } from '@hexpedition/contract';
import { defaultPurposes } from '@hexpedition/contract/privacy-vocabulary';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { texts as englishTexts } from '#lib/consent/languages/en.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Chip } from '#ui/chip.tsx';
import { Icon } from '#ui/icon.tsx';
import { TextField } from '#ui/text-field.tsx';
import { languageName, type Path, serviceSwitches, titleOf } from '../config-names.ts';
import { FieldError, LanguageField, Text, Toggle, useProblem } from './config-fields.tsx';
import { CookieList } from './cookie-list.tsx';
import css from './edit.module.css';

interface Props {
  service: ConsentService;
  path: Path;
  /** Purposes of all services, as suggestions. */
  purposes: readonly string[];
  /** Why the service cannot be removed; undefined if it can. */
  needed: string | undefined;
  isOpen: boolean;
  onToggle: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onChange: (service: ConsentService) => void;
  onRemove: () => void;
  moves: ReactNode;
}

/** Collapsible card with the fields of one service. */
export function ServiceCard({ service, path, needed, isOpen, onChange, purposes, ...head }: Props) {
  const id = useId();
  const problem = useProblem(path, true);
  const change = (changes: Partial<ConsentService>) => onChange({ ...service, ...changes });
  const title = titleOf(service) || 'New service';
  return (
    <>
      <header className={css.cardHead}>
        <button
          type="button"
          className={css.cardTitle}
          data-toggle
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={head.onToggle}
          onKeyDown={head.onKeyDown}
        >
          <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size={18} />
          <span>{title}</span>
          {problem && <Chip tone="coral">has problems</Chip>}
          {service.required && <Chip>required</Chip>}
          {service.optOut && <Chip tone="beacon">on until declined</Chip>}
        </button>
        <span className={css.cardButtons}>
          {head.moves}
          <Button
            {...{ square: true, size: 'sm', variant: 'quiet', icon: 'close' }}
            aria-label={`Remove ${title}`}
            aria-describedby={needed ? `${id}-needed` : undefined}
            disabled={needed !== undefined}
            onClick={head.onRemove}
          />
        </span>
      </header>
      <div id={id} className={css.cardBody} hidden={!isOpen}>
        {needed && (
          <p id={`${id}-needed`} className={css.hint}>
            {needed}
          </p>
        )}
        <Text
          label="Name"
          path={`${path}.name`}
          mono
          value={service.name}
          hint="Identifies the service in the cookie and in pages that embed it. If you change it, all visitors have to decide again."
          onChange={(name = '') => change({ name })}
        />
        <Purposes
          path={`${path}.purposes`}
          value={service.purposes}
          all={purposes}
          onChange={(list) => change({ purposes: list })}
        />
        <fieldset className={css.group}>
          <legend>Title and description</legend>
          <Text
            label="Title"
            path={`${path}.title`}
            value={service.title}
            placeholder={serviceDescriptions(service.name)?.title}
            hint="Used in all languages. Leave empty to set one per language below."
            optional
            onChange={(text) => change({ title: text })}
          />
          <Text
            label="Description"
            path={`${path}.description`}
            rows={2}
            value={service.description}
            placeholder={serviceDescriptions(service.name)?.description}
            optional
            onChange={(text) => change({ description: text })}
          />
          <Translations
            path={`${path}.translations`}
            value={service.translations}
            onChange={(translations) => change({ translations })}
          />
        </fieldset>
        <fieldset className={css.group}>
          <legend>When it loads</legend>
          {(['required', 'optOut', 'default', 'contextualConsentOnly'] as const).map((field) => (
            <Toggle
              key={field}
              path={`${path}.${field}`}
              {...serviceSwitches[field]}
              checked={service[field] === true}
              onChange={(isOn) => change({ [field]: isOn || undefined })}
            />
          ))}
        </fieldset>
        <CookieList path={`${path}.cookies`} value={service.cookies} onChange={(cookies) => change({ cookies })} />
      </div>
    </>
  );
}

const serviceDescriptions = (name: string) =>
  Object.hasOwn(englishTexts, name)
    ? (englishTexts as unknown as Record<string, { title: string; description: string }>)[name]
    : undefined;

interface PurposesProps {
  path: Path;
  value: readonly string[];
  all: readonly string[];
  onChange: (purposes: string[]) => void;
}

function Purposes({ path, value, all, onChange }: PurposesProps) {
  const [other, setOther] = useState('');
  const problem = useProblem(path, true);
  const id = useId();
  const name = other.trim();
  const add = () => {
    if (name === '') return;
    onChange([...new Set([...value, name])]);
    setOther('');
  };
  return (
    <fieldset className={css.group} data-path={path} tabIndex={-1} aria-describedby={problem ? id : undefined}>
      <legend>Purposes</legend>
      {problem && (
        <p id={id}>
          <FieldError>{problem}</FieldError>
        </p>
      )}
      <div className={css.boxes}>
        {[...new Set([...defaultPurposes, ...all, ...value])].map((purpose) => (
          <Checkbox
            key={purpose}
            checked={value.includes(purpose)}
            onChange={({ target }) =>
              onChange(target.checked ? [...value, purpose] : value.filter((one) => one !== purpose))
            }
          >
            {purpose}
          </Checkbox>
        ))}
      </div>
      <div className={css.addRow}>
        <TextField
          label="Another purpose"
          mono
          optional
          value={other}
          autoComplete="off"
          onChange={({ target }) => setOther(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <Button onClick={add} disabled={name === ''}>
          Add
        </Button>
      </div>
    </fieldset>
  );
}

type Texts = NonNullable<ConsentService['translations']>;

interface TranslationsProps {
  path: Path;
  value: Texts | undefined;
  onChange: (value: Texts | undefined) => void;
}

function Translations({ path, value = {}, onChange }: TranslationsProps) {
  const codes = Object.keys(value);
  const set = (next: Texts) => onChange(Object.keys(next).length > 0 ? next : undefined);
  return (
    <>
      {codes.map((code) => (
        <fieldset key={code} className={css.language}>
          <legend>{languageName(code)}</legend>
          <Text
            label={`Title in ${languageName(code)}`}
            path={`${path}.${code}.title`}
            value={value[code]?.title}
            optional
            onChange={(title) => set({ ...value, [code]: { ...value[code], title } })}
          />
          <Text
            label={`Description in ${languageName(code)}`}
            path={`${path}.${code}.description`}
            rows={2}
            value={value[code]?.description}
            optional
            onChange={(description) => set({ ...value, [code]: { ...value[code], description } })}
          />
          <Button
            {...{ size: 'sm', variant: 'quiet', icon: 'close' }}
            onClick={() => set(Object.fromEntries(Object.entries(value).filter(([one]) => one !== code)))}
          >
            Remove {languageName(code)}
          </Button>
        </fieldset>
      ))}
      <LanguageField
        label="Add a translation"
        value=""
        none="choose a language"
        without={codes}
        onChange={(code) => code && set({ ...value, [code]: {} })}
      />
    </>
  );
}
