import type { TrainingCard } from '@hexpedition/contract';
import { TrainingTiles } from '#features/learn/training-tile.public.tsx';
import { usePersonalQuery } from '#lib/query.ts';
import { useFeatures } from '#shell/features.ts';
import css from './home-page.module.css';
import { finishedOf } from './pick.ts';
import { progressOfQuery } from './queries.public.ts';

/** The trainings that the operator puts forward, without those that are finished. */
export function Specializations({ trainings }: { trainings: readonly TrainingCard[] }) {
  const { promo } = useFeatures();
  const { data: progress } = usePersonalQuery(progressOfQuery('course'), promo.length > 0);
  if (!progress) return null;
  const finished = new Set(finishedOf(trainings, progress).map(({ training }) => training.slug));
  const left = promo.filter((slug) => !finished.has(slug));
  const shown = left.flatMap((slug) => trainings.find((training) => training.slug === slug) ?? []);
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="specializations">
      <h2 id="specializations" className={css.heading}>
        Specializations
      </h2>
      <TrainingTiles trainings={shown} />
    </section>
  );
}
