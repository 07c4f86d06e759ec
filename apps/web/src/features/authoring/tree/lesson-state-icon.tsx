import type { LessonState } from '@hexpedition/contract';
import { hexPath } from '#ui/hex.ts';
import css from './tree.module.css';

const labels: Record<LessonState, string> = {
  published: 'published',
  changed: 'published, with unpublished changes',
  draft: 'draft, not visible to learners',
  withdrawn: 'withdrawn',
};

/** State of a lesson as a hex: filled, outlined with a tick, empty or crossed out. The shape alone tells the state. */
export function LessonStateIcon({ state, isNamed = true }: { state: LessonState; isNamed?: boolean }) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named by aria-label, or hidden
    <svg
      className={css.hex}
      data-state={state}
      viewBox="0 0 32 32"
      width="16"
      height="16"
      {...(isNamed ? { role: 'img', 'aria-label': labels[state] } : { 'aria-hidden': true })}
    >
      <path d={hexPath} />
      {(state === 'published' || state === 'changed') && <path className={css.tick} d="M9.5 16.5l4.5 4.5 8.5-9.5" />}
      {state === 'withdrawn' && <path className={css.tick} d="M11 11l10 10 M21 11l-10 10" />}
    </svg>
  );
}

/** Explains the state icons. */
export function LessonStateLegend() {
  return (
    <ul className={css.legend}>
      {(['published', 'changed', 'draft'] as const).map((state) => (
        <li key={state}>
          <LessonStateIcon state={state} isNamed={false} /> {labels[state]}
        </li>
      ))}
    </ul>
  );
}
