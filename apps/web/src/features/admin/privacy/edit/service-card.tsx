import type { ConsentService } from '@hexpedition/contract';
import { defaultPurposes } from '@hexpedition/contract/privacy-vocabulary';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { texts as english } from '#lib/consent/languages/en.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Chip } from '#ui/chip.tsx';
import { Icon } from '#ui/icon.tsx';
import { TextField } from '#ui/text-field.tsx';
import { languageName, type Path, serviceSwitches, titleOf } from '../names.ts';
import { CookieList } from './cookie-list.tsx';
import css from './edit.module.css';
import { LanguageField, Text, Toggle, useFault, Wrong } from './fields.tsx';

interface Props {
  service: ConsentService;
  path: Path;
  /** Those of other services too. */
  purposes: readonly string[];
  /** Why it has to stay; undefined where it can go. */
  needed: string | undefined;
  isOpen: boolean;
  onToggle: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onChange: (service: ConsentService) => void;
  onRemove: () => void;
  moves: ReactNode;
}

/** A service: closed, what it is; open, all that can be said of it. */
export function ServiceCard({ service, path, needed, isOpen, onChange, purposes, ...head }: Props) {
  const id = useId();
  const fault = useFault(path, true);
  const change = (changes: Partial<ConsentService>) => onChange({ ...service, ...changes });
  const title = titleOf(service) || 'A new service';
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
          {fault && <Chip tone="coral">not right</Chip>}
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
          hint="In the cookie, and for pages that ask for it. Another name is another service: everybody decides again."
          onChange={(name = '') => change({ name })}
        />
        <Purposes
          path={`${path}.purposes`}
          value={service.purposes}
          all={purposes}
          onChange={(list) => change({ purposes: list })}
        />
        <fieldset className={css.group}>
          <legend>What it does</legend>
          <Text
            label="Title"
            path={`${path}.title`}
            value={service.title}
            placeholder={serviceDescriptions(service.name)?.title}
            hint="In every language. Leave it out to give it in each language below."
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
          <legend>When it runs</legend>
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
  Object.hasOwn(english, name)
    ? (english as unknown as Record<string, { title: string; description: string }>)[name]
    : undefined;

interface PurposesProps {
  path: Path;
  value: readonly string[];
  all: readonly string[];
  onChange: (purposes: string[]) => void;
}

function Purposes({ path, value, all, onChange }: PurposesProps) {
  const [other, setOther] = useState('');
  const fault = useFault(path, true);
  const id = useId();
  const name = other.trim();
  const add = () => {
    if (name === '') return;
    onChange([...new Set([...value, name])]);
    setOther('');
  };
  return (
    <fieldset className={css.group} data-path={path} tabIndex={-1} aria-describedby={fault ? id : undefined}>
      <legend>Purposes</legend>
      {fault && (
        <p id={id}>
          <Wrong>{fault}</Wrong>
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
            Take {languageName(code)} out
          </Button>
        </fieldset>
      ))}
      <LanguageField
        label="Say it in another language"
        value=""
        none="choose a language"
        without={codes}
        onChange={(code) => code && set({ ...value, [code]: {} })}
      />
    </>
  );
}
