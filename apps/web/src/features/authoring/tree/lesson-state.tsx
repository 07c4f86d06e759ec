import type { LessonState } from '@hexpedition/contract';
import { hexPath } from '#ui/hex.ts';
import css from './tree.module.css';

const words: Record<LessonState, string> = {
  published: 'published',
  changed: 'published, has changes',
  draft: 'draft, nobody sees it',
  withdrawn: 'withdrawn',
};

/** How far a lesson has come, as a hex: filled, outlined with a tick, empty, crossed out. State by shape, then by colour. */
export function LessonHex({ state, isNamed = true }: { state: LessonState; isNamed?: boolean }) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named by aria-label, or hidden
    <svg
      className={css.hex}
      data-state={state}
      viewBox="0 0 32 32"
      width="16"
      height="16"
      {...(isNamed ? { role: 'img', 'aria-label': words[state] } : { 'aria-hidden': true })}
    >
      <path d={hexPath} />
      {(state === 'published' || state === 'changed') && <path className={css.tick} d="M9.5 16.5l4.5 4.5 8.5-9.5" />}
      {state === 'withdrawn' && <path className={css.tick} d="M11 11l10 10 M21 11l-10 10" />}
    </svg>
  );
}

/** What the hexes mean. */
export function Legend() {
  return (
    <ul className={css.legend}>
      {(['published', 'changed', 'draft'] as const).map((state) => (
        <li key={state}>
          <LessonHex state={state} isNamed={false} /> {words[state]}
        </li>
      ))}
    </ul>
  );
}
