import type { ConsentConfig } from '@hexpedition/contract';
import { Checkbox } from '#ui/checkbox.tsx';
import { colours, themes } from '../names.ts';
import { contrastWarnings, hexOf } from './contrast.ts';
import css from './edit.module.css';
import { Text, useFault, Wrong } from './fields.tsx';

type Styling = NonNullable<ConsentConfig['styling']>;
type Theme = keyof typeof themes;

interface Props {
  value: Styling | undefined;
  onChange: (value: Styling | undefined) => void;
}

const colourNames = Object.keys(colours) as (keyof typeof colours)[];

/** Where the notice stands, and the colours of both. */
export function LookPart({ value = {}, onChange }: Props) {
  const fault = useFault('styling.theme', true);
  const warnings = contrastWarnings(value);
  const chosen = typeof value.theme === 'string' ? [value.theme] : (value.theme ?? []);
  const change = (changes: Partial<Styling>) => {
    const next = Object.fromEntries(Object.entries({ ...value, ...changes }).filter(([, one]) => one !== undefined));
    onChange(Object.keys(next).length > 0 ? next : undefined);
  };
  const choose = (theme: Theme, isOn: boolean) => {
    const next = isOn ? [...chosen, theme] : chosen.filter((one) => one !== theme);
    change({ theme: next.length > 0 ? next : undefined });
  };
  return (
    <div className={css.part}>
      <fieldset className={css.group} data-path="styling.theme" tabIndex={-1}>
        <legend>Theme</legend>
        {fault && (
          <p>
            <Wrong>{fault}</Wrong>
          </p>
        )}
        <p className={css.hint}>
          Without any, notice and dialog look like the rest of the site, in the visitor's theme.
        </p>
        {(Object.keys(themes) as Theme[]).map((theme) => (
          <Checkbox
            key={theme}
            checked={chosen.includes(theme)}
            onChange={({ target }) => choose(theme, target.checked)}
          >
            {themes[theme]} <code className={css.code}>{theme}</code>
          </Checkbox>
        ))}
      </fieldset>
      <fieldset className={css.group}>
        <legend>Colours</legend>
        <p className={css.hint}>Such as #0f1a30. One that is left out is that of the theme.</p>
        <div className={css.colours}>
          {colourNames.map((name) => (
            <div key={name} className={css.colour}>
              <Text
                label={colours[name].label}
                path={`styling.${name}`}
                mono
                optional
                value={value[name]}
                hint={warnings[name] ? <Wrong>{warnings[name]}</Wrong> : colours[name].hint}
                onChange={(colour) => change({ [name]: colour })}
              />
              <input
                type="color"
                className={css.swatch}
                aria-label={`Choose: ${colours[name].label}`}
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
