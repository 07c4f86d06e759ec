import type { Overview } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { TrainingHex } from '#entities/training/training-hex.tsx';
import { plural } from '#lib/format.ts';
import { Card } from '#ui/card.tsx';
import css from './home-page.module.css';

type CourseInProgress = Overview['under_way'][number];

export function InProgressList({ entries }: { entries: readonly CourseInProgress[] }) {
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby="in-progress">
      <h2 id="in-progress" className={css.heading}>
        Also in progress
      </h2>
      <ul className={css.tiles}>
        {entries.map((entry) => (
          <Entry key={entry.slug} {...entry} />
        ))}
      </ul>
    </section>
  );
}

function Entry({ slug, name, icon, continent, completed, total, changed }: CourseInProgress) {
  return (
    <Card as="li" link size="sm" className={css.tile}>
      <TrainingHex icon={icon} continent={continent} share={total > 0 ? completed / total : 0} />
      <div>
        <h3 className={css.name}>
          <Link to="/courses/$training" params={{ training: slug }}>
            {name}
          </Link>
        </h3>
        <p className={css.facts}>
          {completed} of {plural(total, 'lesson')}
          {changed > 0 && ` · ${changed} changed since`}
        </p>
      </div>
    </Card>
  );
}
