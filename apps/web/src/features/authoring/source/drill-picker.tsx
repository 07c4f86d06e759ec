import type { DrillGenerator } from '@hexpedition/contract';
import { useState } from 'react';
import { usePersonalQuery } from '#lib/query.ts';
import { Icon } from '#ui/icon.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextField } from '#ui/text-field.tsx';
import { drillsQuery } from '../authoring-queries.ts';
import { blockKinds } from './block-kinds.ts';
import css from './source.module.css';

/** Picks a drill. Drills of this training come first; the search words filter the list. */
export function DrillPicker({ training, onChoose }: { training: string; onChoose: (make: string) => void }) {
  const { data, error, isFetching, refetch } = usePersonalQuery(drillsQuery);
  const [words, setWords] = useState('');
  if (!data && error) return <LoadError what="The drills" {...{ error, isFetching, refetch }} />;
  if (!data) return <Skeleton lines={4} />;
  const found = data.drills.filter((drill) => matches(drill, words));
  const isOwn = ({ seen }: DrillGenerator) => seen?.training.slug === training;
  const drills = [...found.filter(isOwn), ...found.filter((drill) => !isOwn(drill))];
  return (
    <div className={css.existingFiles}>
      <search>
        <TextField
          label="Search"
          type="search"
          value={words}
          hint="By name, course or answer type"
          onChange={({ target }) => setWords(target.value)}
        />
      </search>
      <p role="status" className={css.count}>
        {drills.length === 0
          ? 'No drills match all of these words.'
          : `${drills.length} of ${data.drills.length} drills`}
      </p>
      <ul className={css.choices}>
        {drills.map(({ make, form, seen }) => (
          <li key={make}>
            <button type="button" className={css.choice} onClick={() => onChoose(make)}>
              <Icon name={blockKinds.drill.icon} size={18} />
              <span className={css.itemText}>
                <strong>{seen?.title ?? make}</strong>
                <small>
                  <code>{make}</code> · {form}
                </small>
                <small>{seen ? `${seen.training.name}: ${seen.lesson}` : 'Not used in a lesson yet'}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Whether a drill matches all of these words, in any order. */
function matches({ make, form, seen }: DrillGenerator, words: string): boolean {
  const haystack = [make, form, seen?.title, seen?.lesson, seen?.training.name].join(' ').toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => haystack.includes(word));
}
