import type { ConsentConfig } from '@hexpedition/contract';
import { Checkbox } from '#ui/checkbox.tsx';
import { colours, themes } from '../config-names.ts';
import { FieldError, Text, useProblem } from './config-fields.tsx';
import { contrastWarnings, hexOf } from './contrast.ts';
import css from './edit.module.css';

type Styling = NonNullable<ConsentConfig['styling']>;
type Theme = keyof typeof themes;

interface Props {
  value: Styling | undefined;
  onChange: (value: Styling | undefined) => void;
}

const colourNames = Object.keys(colours) as (keyof typeof colours)[];

/** Fields for the position of the notice and for the colours of the notice and the dialog. */
export function AppearancePart({ value = {}, onChange }: Props) {
  const problem = useProblem('styling.theme', true);
  const warnings = contrastWarnings(value);
  const selected = typeof value.theme === 'string' ? [value.theme] : (value.theme ?? []);
  const change = (changes: Partial<Styling>) => {
    const next = Object.fromEntries(Object.entries({ ...value, ...changes }).filter(([, one]) => one !== undefined));
    onChange(Object.keys(next).length > 0 ? next : undefined);
  };
  const select = (theme: Theme, isOn: boolean) => {
    const next = isOn ? [...selected, theme] : selected.filter((one) => one !== theme);
    change({ theme: next.length > 0 ? next : undefined });
  };
  return (
    <div className={css.part}>
      <fieldset className={css.group} data-path="styling.theme" tabIndex={-1}>
        <legend>Theme</legend>
        {problem && (
          <p>
            <FieldError>{problem}</FieldError>
          </p>
        )}
        <p className={css.hint}>
          If you select none, the notice and the dialog use the site’s style and the visitor’s theme.
        </p>
        {(Object.keys(themes) as Theme[]).map((theme) => (
          <Checkbox
            key={theme}
            checked={selected.includes(theme)}
            onChange={({ target }) => select(theme, target.checked)}
          >
            {themes[theme]} <code className={css.code}>{theme}</code>
          </Checkbox>
        ))}
      </fieldset>
      <fieldset className={css.group}>
        <legend>Colours</legend>
        <p className={css.hint}>For example #0f1a30. Empty fields use the theme’s colour.</p>
        <div className={css.colours}>
          {colourNames.map((name) => (
            <div key={name} className={css.colour}>
              <Text
                label={colours[name].label}
                path={`styling.${name}`}
                mono
                optional
                value={value[name]}
                hint={warnings[name] ? <FieldError>{warnings[name]}</FieldError> : colours[name].hint}
                onChange={(colour) => change({ [name]: colour })}
              />
              <input
                type="color"
                className={css.swatch}
                aria-label={`Choose a colour: ${colours[name].label}`}
                data-empty={hexOf(value[name]) === undefined || undefined}
                value={hexOf(value[name]) ?? '#000000'}
                onChange={({ target }) => change({ [name]: target.value })}
              />
            </div>
          ))}
        </div>
      </fieldset>
    </div>
  );
}
