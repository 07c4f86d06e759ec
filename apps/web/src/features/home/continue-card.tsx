import type { Overview, TrainingKind } from '@hexpedition/contract';
import { TrainingHex } from '#features/learn/training-hex.public.tsx';
import { Card } from '#ui/card.tsx';
import { Label } from '#ui/label.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import css from './continue-card.module.css';

interface Props {
  overview: Pick<Overview, 'resume' | 'under_way' | 'finished'>;
  kind: TrainingKind;
}

/** The most visible thing on the page: the lesson to continue with. */
export function ContinueCard({ overview: { resume, under_way }, kind }: Props) {
  const entry = under_way.find(({ slug }) => slug === resume?.training.slug);
  if (!resume) return <AllDone kind={kind} />;
  const share = entry && entry.total > 0 ? entry.completed / entry.total : 0;
  return (
    <Card as="section" tone="beacon" className={css.card} aria-label="Continue">
      <TrainingHex icon={entry?.icon ?? 'compass'} continent={entry?.continent ?? ''} share={share} size="lg" />
      <div className={css.words}>
        <Label tone="beacon">
          {resume.training.name}
          {entry && ` · ${entry.completed} of ${entry.total}`}
        </Label>
        <h2 className={css.title}>Continue: {resume.name}</h2>
        <p className={css.action}>
          <LinkButton
            variant="primary"
            icon="arrow-right"
            to="/courses/$training/$chapter/$subchapter"
            params={{ training: resume.training.slug, chapter: resume.chapter, subchapter: resume.subchapter }}
          >
            Continue
          </LinkButton>
          <LinkButton variant="quiet" to="/courses/$training" params={{ training: resume.training.slug }}>
            Outline
          </LinkButton>
        </p>
      </div>
    </Card>
  );
}

const AllDone = ({ kind }: { kind: TrainingKind }) => (
  <Card as="section" className={css.card} aria-label="Continue">
    <div className={css.words}>
      <Label tone="phosphor">All caught up</Label>
      <h2 className={css.title}>You have finished everything you began</h2>
      <p className={css.action}>
        <LinkButton variant="primary" to="/map">
          {kind === 'course' ? 'Choose the next hex' : 'To the map'}
        </LinkButton>
      </p>
    </div>
  </Card>
);
