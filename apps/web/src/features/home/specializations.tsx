import type { TrainingCard } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { useFeatures } from '#entities/site/use-features.ts';
import { TrainingTiles } from '#entities/training/training-tile.tsx';
import { usePersonalQuery } from '#lib/query.ts';
import { progressOfQuery } from '../../entities/progress/overview-queries.ts';
import css from './home-page.module.css';
import { completedTrainings } from './home-selection.ts';

/** The trainings that the operator promotes, and a link to the free preview. */
export function Specializations({ trainings }: { trainings: readonly TrainingCard[] }) {
  const { promo, preview } = useFeatures();
  const { data: progress } = usePersonalQuery(progressOfQuery('course'), promo.length > 0);
  if (!progress) return null;
  const completed = new Set(completedTrainings(trainings, progress).map(({ training }) => training.slug));
  const find = (promoted: string) => trainings.find(({ slug }) => slug === promoted && !completed.has(slug));
  const shown = promo.flatMap((slug) => find(slug) ?? []);
  if (shown.length === 0) return null;
  const open = preview === null ? undefined : find(preview);
  return (
    <section aria-labelledby="specializations">
      <div className={css.row}>
        <h2 id="specializations" className={css.heading}>
          Specializations
        </h2>
        {open && (
          <Link to="/courses/$training" params={{ training: open.slug }} className={css.all}>
            Free preview: {open.name}
          </Link>
        )}
      </div>
      <TrainingTiles trainings={shown} />
    </section>
  );
}
