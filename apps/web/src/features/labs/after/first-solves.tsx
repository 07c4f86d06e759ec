import type { Lab } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { day } from '#lib/format.ts';
import css from './after.module.css';

/** Who found all flags before everybody else: `First to solve it: mara, tove and finn`. */
export function FirstSolves({ first_solves: solves }: Pick<Lab, 'first_solves'>) {
  const [first] = solves;
  if (!first) return null;
  return (
    <p className={css.first}>
      First to solve it:{' '}
      {solves.map(({ name, slug }, index) => (
        <Fragment key={name}>
          {index > 0 && (index === solves.length - 1 ? ' and ' : ', ')}
          {slug === null ? (
            name
          ) : (
            <Link to="/profile/$username" params={{ username: slug }}>
              {name}
            </Link>
          )}
        </Fragment>
      ))}
      <span className={css.quiet}>, since {day(first.at)}</span>
    </p>
  );
}
