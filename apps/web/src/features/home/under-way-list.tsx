import { Link } from '@tanstack/react-router';
import { TrainingHex } from '#features/learn/training-hex.tsx';
import { useHue } from '#features/learn/use-hue.ts';
import { plural } from '#lib/words.ts';
import { Card } from '#ui/card.tsx';
import css from './home-page.module.css';
import type { UnderWay } from './pick.ts';

export function UnderWayList({ entries }: { entries: readonly UnderWay[] }) {
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby="under-way">
      <h2 id="under-way" className={css.heading}>
        Also under way
      </h2>
      <ul className={css.tiles}>
        {entries.map((entry) => (
          <Entry key={entry.training.slug} {...entry} />
        ))}
      </ul>
    </section>
  );
}

function Entry({ training, done, total }: UnderWay) {
  const hue = useHue(training.continent);
  return (
    <Card as="li" link size="sm" className={css.tile}>
      <TrainingHex icon={training.icon} hue={hue} share={done / total} />
      <div>
        <h3 className={css.name}>
          <Link to="/courses/$training" params={{ training: training.slug }}>
            {training.name}
          </Link>
        </h3>
        <p className={css.facts}>
          {done} of {plural(total, 'lesson')}
        </p>
      </div>
    </Card>
  );
}
