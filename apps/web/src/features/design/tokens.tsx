import { Icon } from '#ui/icon.tsx';
import { type IconName, iconPaths } from '#ui/icon-paths.ts';
import css from './design-page.module.css';

const colours = [
  'sea',
  'sea-2',
  'shoal',
  'surface',
  'raised',
  'line',
  'line-strong',
  'ink',
  'ink-2',
  'ink-3',
  'beacon',
  'on-beacon',
  'phosphor',
  'coral',
  'land',
  'hue-teal',
  'hue-amber',
  'hue-violet',
  'hue-rose',
  'hue-green',
  'hue-orange',
  'hue-blue',
] as const;

export function Tokens() {
  return (
    <>
      <section className={css.section}>
        <h2>Colours</h2>
        <ul className={css.swatches}>
          {colours.map((name) => (
            <li key={name}>
              <svg viewBox="0 0 32 32" width="56" height="56" aria-hidden="true">
                <path
                  d="M16 1.5 28.6 8.75v14.5L16 30.5 3.4 23.25V8.75Z"
                  fill={`var(--${name})`}
                  stroke="var(--line-strong)"
                />
              </svg>
              <code>{name}</code>
            </li>
          ))}
        </ul>
      </section>
      <section className={css.section}>
        <h2>Type</h2>
        <p className={css.xxl}>A heading of the largest size</p>
        <p className={css.xl}>A heading of the second size</p>
        <p className={css.lesson}>
          The guestbook you broke in the last lesson has been patched. It now deletes every script tag before it saves
          your entry. <em>Read the patch the way an attacker would.</em>
        </p>
        <p>
          <code>0x2A flag&#123;…&#125; 42:10</code>
        </p>
      </section>
      <section className={css.section}>
        <h2>Icons</h2>
        <ul className={css.icons}>
          {(Object.keys(iconPaths) as IconName[]).map((name) => (
            <li key={name}>
              <Icon name={name} size={24} />
              <small>{name}</small>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
