import type { TrainingCard } from '@hexpedition/contract';
import { useQuery } from '@tanstack/react-query';
import { hexmapQuery } from '#entities/map/map-queries.ts';
import { TrainingHex } from '#entities/training/training-hex.tsx';
import { duration, plural } from '#lib/format.ts';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Label } from '#ui/label.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import css from './continue-card.module.css';

/** Shows newcomers the training to start with. */
export function StartHereCard({ trainings }: { trainings: readonly TrainingCard[] }) {
  const { data: map } = useQuery(hexmapQuery('hexmap'));
  const recommended = trainings.find(({ slug }) => map?.recommended_start === `training:${slug}`);
  const first = recommended ?? trainings.find(({ tier, start }) => tier === 0 && start);
  if (!first?.start) {
    return (
      <EmptyState icon="map" title="No courses yet" action={<LinkButton to="/map">Open the map</LinkButton>}>
        <p>The operator of this site has not added any courses yet.</p>
      </EmptyState>
    );
  }
  return (
    <Card as="section" tone="beacon" className={css.card} aria-label="Start here">
      <TrainingHex icon={first.icon} continent={first.continent} size="lg" />
      <div className={css.text}>
        <Label tone="beacon">
          Start here · {plural(first.subchapters, 'lesson')} · {duration(first.minutes)}
        </Label>
        <h2 className={css.title}>{first.name}</h2>
        <p>{first.summary}</p>
        <p className={css.action}>
          <LinkButton
            variant="primary"
            to="/courses/$training/$chapter/$subchapter"
            params={{ training: first.slug, chapter: first.start.chapter, subchapter: first.start.subchapter }}
          >
            Start: {first.start.name}
          </LinkButton>
          <LinkButton variant="quiet" to="/map">
            Open the map
          </LinkButton>
        </p>
      </div>
    </Card>
  );
}
