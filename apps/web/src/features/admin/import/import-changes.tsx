import type { ImportDryRun } from '@hexpedition/contract';
import { number, plural } from '#lib/format.ts';
import { cx } from '#ui/cx.ts';
import admin from '../admin.module.css';
import css from './import.module.css';

const kinds = ['training', 'chapter', 'subchapter', 'continent', 'map'] as const;
const kindNames = {
  training: 'Courses',
  chapter: 'Chapters',
  subchapter: 'Lessons',
  continent: 'Continents',
  map: 'Maps',
} satisfies Record<(typeof kinds)[number], string>;
const changeNames = { new: 'new', changed: 'changed', returned: 'restored', gone: 'removed' } as const;
const changes = ['new', 'changed', 'returned', 'gone'] as const;

/** Number of changes by kind of content. */
export function ChangeCounts({ counts }: Pick<ImportDryRun, 'counts'>) {
  return (
    <dl className={admin.figures}>
      {kinds.map((kind) => {
        const parts = changes.filter((change) => counts[kind][change] > 0);
        return (
          <div key={kind} className={cx(admin.figure, css.figure)}>
            <dt>{kindNames[kind]}</dt>
            <dd>
              {parts.length === 0 && <span className={css.none}>unchanged</span>}
              {parts.map((change) => (
                <span key={change} data-change={change}>
                  {number(counts[kind][change])} {changeNames[change]}
                </span>
              ))}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

const singularNames = {
  training: 'Course',
  chapter: 'Chapter',
  subchapter: 'Lesson',
  continent: 'Continent',
  map: 'Map',
} as const;

/** Collapsible list of the changes that learners will see. */
export function ChangeList({ changes }: Pick<ImportDryRun, 'changes'>) {
  if (changes.length === 0) return null;
  return (
    <details className={css.fold}>
      <summary>{plural(changes.length, 'change')} for learners</summary>
      <ul className={css.lines}>
        {changes.map(({ kind, change, id, name, what: parts }) => (
          <li key={`${kind} ${id}`}>
            <span className={css.mark} data-change={change}>
              {changeNames[change]}
            </span>
            <span>
              {singularNames[kind]} {name}
              {parts.length > 0 && <span className={css.quiet}> ({parts.join(', ')})</span>}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
