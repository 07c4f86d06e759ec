import type { ConsentConfig } from '@hexpedition/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { loadTexts } from '#lib/consent/language.ts';
import { texts as english } from '#lib/consent/languages/en.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { languageName } from '../names.ts';
import { textsOf, valueAt } from '../same.ts';
import css from './edit.module.css';
import { Codes, LanguageField, Text } from './fields.tsx';

type Translations = NonNullable<ConsentConfig['translations']>;

interface Props {
  config: ConsentConfig;
  /** Which language is written: the one of the preview. */
  language: string;
  onLanguage: (code: string) => void;
  change: (changes: Partial<ConsentConfig>) => void;
}

/** The groups of our texts by their first key; those of one key alone are buttons. */
const groups: Record<string, string> = {
  privacyPolicy: 'Link to the privacy policy',
  consentNotice: 'Notice',
  consentModal: 'Dialog',
  contextualConsent: 'In place of an embed',
  purposes: 'Purposes',
  purposeItem: 'Number of services',
  service: 'Each service',
};
const groupOf = (path: string): string => {
  const [first = ''] = path.split('.');
  return groups[first] ?? (path.includes('.') ? 'Names of services' : 'Buttons');
};

/** `consentNotice.changeDescription` → `Change description` */
const labelOf = (path: string): string => {
  const [first = '', ...rest] = path.split('.');
  const words = (first in groups ? rest : [first, ...rest])
    .join(', ')
    .replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};

/** What notice and dialog say, in each language: ours, unless something else is written here. */
export function WordsPart({ config, language, onLanguage, change }: Props) {
  const [onlyOwn, setOnlyOwn] = useState(false);
  const { translations = {}, services } = config;
  const { data: ours } = useQuery({
    queryKey: ['consent words', language],
    queryFn: async () => (await loadTexts(language)) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const ourTexts = textsOf(ours ?? undefined);
  const own = textsOf(translations[language]);
  const more = [...new Set(services.flatMap(({ purposes }) => purposes))].flatMap((purpose) =>
    ['title', 'description'].map((part) => `purposes.${purpose}.${part}`),
  );
  const paths = [...new Set([...Object.keys(textsOf(english)), ...more, ...Object.keys(own)])].filter(
    // What stands as one text in the place of several cannot have both.
    (path) => !Object.keys(own).some((other) => path.startsWith(`${other}.`)),
  );
  const shown = paths.filter((path) => !onlyOwn || Object.hasOwn(own, path));
  const write = (path: string, text: string | undefined) =>
    change({ translations: withText(translations, language, path.split('.'), text) });
  return (
    <div className={css.part}>
      <fieldset className={css.group}>
        <legend>Languages</legend>
        <LanguageField
          label="Language for everybody"
          path="lang"
          value={config.lang ?? ''}
          none="that of the page"
          hint="Without one, notice and dialog speak the language of the page they stand on."
          others={Object.keys(translations)}
          onChange={(code) => change({ lang: code || undefined })}
        />
        <LanguageField
          label="Where a text is missing, take it from"
          path="fallbackLang"
          value={config.fallbackLang ?? ''}
          none="what is said for every language (zz)"
          others={Object.keys(translations)}
          onChange={(code) => change({ fallbackLang: code || undefined })}
        />
        <Codes
          label="Languages"
          path="languages"
          optional
          value={config.languages}
          placeholder="en, de"
          hint="Codes with commas between them. The first is taken where the page names no language."
          onChange={(languages) => change({ languages })}
        />
      </fieldset>
      <div className={css.addRow}>
        <LanguageField
          label="ConsentTexts in"
          value={language}
          others={Object.keys(translations)}
          onChange={onLanguage}
        />
      </div>
      <Checkbox checked={onlyOwn} onChange={({ target }) => setOnlyOwn(target.checked)}>
        Only those that were changed ({Object.keys(own).length})
      </Checkbox>
      <p className={css.hint}>
        Our words stand in the empty fields. What you write takes their place; keep what stands in {'{'}braces{'}'}.
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
                value={own[path]}
                placeholder={ourTexts[path]}
                {...((ourTexts[path] ?? '').length > 45 || path.endsWith('description') ? { rows: 2 } : {})}
                hint={
                  own[path] === undefined &&
                  ourTexts[path] !== undefined && (
                    <Button
                      size="sm"
                      variant="quiet"
                      onClick={() => write(path, ourTexts[path])}
                      aria-label={`Begin with ours: ${labelOf(path)}`}
                    >
                      Begin with ours
                    </Button>
                  )
                }
                onChange={(text) => write(path, text)}
              />
            ))}
        </fieldset>
      ))}
      {onlyOwn && shown.length === 0 && <p className={css.hint}>Nothing is changed in {languageName(language)}.</p>}
    </div>
  );
}

type Tree = Record<string, unknown>;

/** The same translations with one text in them, or without it; nothing is left of what is empty then. */
function withText(
  all: Translations,
  language: string,
  path: string[],
  text: string | undefined,
): Translations | undefined {
  const put = (tree: unknown, [key = '', ...rest]: string[]): Tree | undefined => {
    const before: Tree = typeof tree === 'object' && tree !== null ? (tree as Tree) : {};
    const value = rest.length > 0 ? put(valueAt(before, key), rest) : text;
    const next = Object.fromEntries(Object.entries({ ...before, [key]: value }).filter(([, one]) => one !== undefined));
    return Object.keys(next).length > 0 ? next : undefined;
  };
  return put(all, [language, ...path]) as Translations | undefined;
}
