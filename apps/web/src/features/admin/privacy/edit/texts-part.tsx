import type { ConsentConfig } from '@hexpedition/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { loadTexts } from '#lib/consent/language.ts';
import { texts as englishTexts } from '#lib/consent/languages/en.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { languageName } from '../config-names.ts';
import { textsOf, valueAt } from '../config-values.ts';
import { CodeListField, LanguageField, Text } from './config-fields.tsx';
import css from './edit.module.css';

type Translations = NonNullable<ConsentConfig['translations']>;

interface Props {
  config: ConsentConfig;
  /** Language being edited. The preview uses it too. */
  language: string;
  onLanguage: (code: string) => void;
  change: (changes: Partial<ConsentConfig>) => void;
}

/** Groups of the texts by the first key of their path. Texts with a single key are buttons. */
const groups: Record<string, string> = {
  privacyPolicy: 'Link to the privacy policy',
  consentNotice: 'Notice',
  consentModal: 'Dialog',
  contextualConsent: 'Embed placeholder',
  purposes: 'Purposes',
  purposeItem: 'Number of services',
  service: 'Each service',
};
const groupOf = (path: string): string => {
  const [first = ''] = path.split('.');
  return groups[first] ?? (path.includes('.') ? 'Names of services' : 'Buttons');
};

/** Converts a path to a label: `consentNotice.changeDescription` to `Change description`. */
const labelOf = (path: string): string => {
  const [first = '', ...rest] = path.split('.');
  const label = (first in groups ? rest : [first, ...rest])
    .join(', ')
    .replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
  return label.slice(0, 1).toUpperCase() + label.slice(1);
};

/** Fields for the texts of the notice and the dialog in each language. Empty fields use the default texts. */
export function TextsPart({ config, language, onLanguage, change }: Props) {
  const [onlyChanged, setOnlyChanged] = useState(false);
  const { translations = {}, services } = config;
  const { data: defaults } = useQuery({
    queryKey: ['consent texts', language],
    queryFn: async () => (await loadTexts(language)) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const defaultTexts = textsOf(defaults ?? undefined);
  const changed = textsOf(translations[language]);
  const purposePaths = [...new Set(services.flatMap(({ purposes }) => purposes))].flatMap((purpose) =>
    ['title', 'description'].map((part) => `purposes.${purpose}.${part}`),
  );
  const paths = [...new Set([...Object.keys(textsOf(englishTexts)), ...purposePaths, ...Object.keys(changed)])].filter(
    // A text that replaces a group of texts excludes the texts of that group.
    (path) => !Object.keys(changed).some((other) => path.startsWith(`${other}.`)),
  );
  const shown = paths.filter((path) => !onlyChanged || Object.hasOwn(changed, path));
  const write = (path: string, text: string | undefined) =>
    change({ translations: withText(translations, language, path.split('.'), text) });
  return (
    <div className={css.part}>
      <fieldset className={css.group}>
        <legend>Languages</legend>
        <LanguageField
          label="Language for all visitors"
          path="lang"
          value={config.lang ?? ''}
          none="language of the page"
          hint="If empty, the notice and the dialog use the language of their page."
          others={Object.keys(translations)}
          onChange={(code) => change({ lang: code || undefined })}
        />
        <LanguageField
          label="Fallback language"
          path="fallbackLang"
          value={config.fallbackLang ?? ''}
          none="texts for all languages (zz)"
          others={Object.keys(translations)}
          onChange={(code) => change({ fallbackLang: code || undefined })}
        />
        <CodeListField
          label="Languages"
          path="languages"
          optional
          value={config.languages}
          placeholder="en, de"
          hint="Codes separated by commas. The first is used if the page has no language."
          onChange={(languages) => change({ languages })}
        />
      </fieldset>
      <div className={css.addRow}>
        <LanguageField
          label="Edit texts in"
          value={language}
          others={Object.keys(translations)}
          onChange={onLanguage}
        />
      </div>
      <Checkbox checked={onlyChanged} onChange={({ target }) => setOnlyChanged(target.checked)}>
        Show only changed texts ({Object.keys(changed).length})
      </Checkbox>
      <p className={css.hint}>
        Empty fields use the default text. Your text replaces it. Keep the parts in {'{'}braces{'}'}.
      </p>
      {[...new Set(shown.map(groupOf))].map((group) => (
        <fieldset key={group} className={css.group}>
          <legend>{group}</legend>
          {shown
            .filter((path) => groupOf(path) === group)
            .map((path) => (
              <Text
                key={path}
                label={labelOf(path)}
                path={`translations.${language}.${path}`}
                value={changed[path]}
                placeholder={defaultTexts[path]}
                {...((defaultTexts[path] ?? '').length > 45 || path.endsWith('description') ? { rows: 2 } : {})}
                hint={
                  changed[path] === undefined &&
                  defaultTexts[path] !== undefined && (
                    <Button
                      size="sm"
                      variant="quiet"
                      onClick={() => write(path, defaultTexts[path])}
                      aria-label={`Copy default: ${labelOf(path)}`}
                    >
                      Copy default
                    </Button>
                  )
                }
                onChange={(text) => write(path, text)}
              />
            ))}
        </fieldset>
      ))}
      {onlyChanged && shown.length === 0 && (
        <p className={css.hint}>No texts are changed in {languageName(language)}.</p>
      )}
    </div>
  );
}

type Tree = Record<string, unknown>;

/** Returns the translations with one text set or removed, without objects that become empty. */
function withText(
  translations: Translations,
  language: string,
  path: string[],
  text: string | undefined,
): Translations | undefined {
  const update = (tree: unknown, [key = '', ...rest]: string[]): Tree | undefined => {
    const before: Tree = typeof tree === 'object' && tree !== null ? (tree as Tree) : {};
    const value = rest.length > 0 ? update(valueAt(before, key), rest) : text;
    const next = Object.fromEntries(Object.entries({ ...before, [key]: value }).filter(([, one]) => one !== undefined));
    return Object.keys(next).length > 0 ? next : undefined;
  };
  return update(translations, [language, ...path]) as Translations | undefined;
}
