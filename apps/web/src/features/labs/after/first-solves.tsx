import type { Lab } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { day } from '#lib/format.ts';
import css from './after.module.css';

/** Names the first solvers: `First to solve it: mara on 3 Nov 2026, then tove and finn`. */
export function FirstSolves({ first_solves: solves }: Pick<Lab, 'first_solves'>) {
  const [first] = solves;
  if (!first) return null;
  return (
    <p className={css.first}>
      First to solve it:{' '}
      {solves.map(({ name, slug }, index) => (
        <Fragment key={name}>
          {index === 1 ? ', then ' : index > 1 && ' and '}
          {slug === null ? (
            name
          ) : (
            <Link to="/profile/$username" params={{ username: slug }}>
              {name}
            </Link>
          )}
          {index === 0 && ` on ${day(first.at)}`}
        </Fragment>
      ))}
    </p>
  );
}
