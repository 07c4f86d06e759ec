import type { Overview, SuggestedTraining, TrainingKind } from '@hexpedition/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TrainingHex } from '#entities/training/training-hex.tsx';
import { trainingsQuery } from '#entities/training/training-queries.ts';
import { plural } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { Card } from '#ui/card.tsx';
import { Label } from '#ui/label.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { nextTrainingOf, progressOfQuery } from '../../entities/progress/overview-queries.ts';
import css from './continue-card.module.css';
import { trainingsWithOpenFlags } from './home-selection.ts';

interface Props {
  overview: Pick<Overview, 'resume' | 'under_way' | 'next'>;
  kind: TrainingKind;
}

/** The main card of the page: the lesson to continue with. */
export function ContinueCard({ overview, kind }: Props) {
  const { resume, under_way } = overview;
  const entry = under_way.find(({ slug }) => slug === resume?.training.slug);
  if (!resume) return <AllCompleted kind={kind} next={nextTrainingOf(overview)} />;
  const share = entry && entry.total > 0 ? entry.completed / entry.total : 0;
  return (
    <Card as="section" tone="beacon" className={css.card} aria-label="Continue">
      <TrainingHex icon={entry?.icon ?? 'compass'} continent={entry?.continent ?? ''} share={share} size="lg" />
      <div className={css.text}>
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

/** Shown when all started trainings are completed: the next training, with a button to start it. */
function AllCompleted({ kind, next }: { kind: TrainingKind; next: SuggestedTraining | undefined }) {
  const trainings = useQuery(trainingsQuery).data?.trainings;
  const progress = usePersonalQuery(progressOfQuery(kind)).data;
  const card = trainings?.find(({ slug }) => slug === next?.slug);
  const open = trainings && progress ? trainingsWithOpenFlags(trainings, progress) : [];
  return (
    <Card as="section" tone={next ? 'beacon' : 'plain'} className={css.card} aria-label="Continue">
      {next && <TrainingHex icon={next.icon} continent={next.continent} size="lg" />}
      <div className={css.text}>
        <Label tone="phosphor">{open.length > 0 ? 'All lessons completed' : 'All completed'}</Label>
        <h2 className={css.title}>
          {next ? `Next: ${next.name}` : 'You have completed every course that you started'}
        </h2>
        {next && <p>{next.summary}</p>}
        <OpenFlags open={open} />
        <p className={css.action}>
          {next && card?.start && (
            <LinkButton
              variant="primary"
              icon="arrow-right"
              to="/courses/$training/$chapter/$subchapter"
              params={{ training: next.slug, chapter: card.start.chapter, subchapter: card.start.subchapter }}
            >
              Start {next.name}
            </LinkButton>
          )}
          <LinkButton variant={next ? 'quiet' : 'primary'} to={kind === 'video' ? '/youtube' : '/map'}>
            {next || kind === 'video' ? 'Open the map' : 'Choose your next course'}
          </LinkButton>
        </p>
      </div>
    </Card>
  );
}

/** Maximum number of courses that are named. */
const namedCourses = 3;

/** Names the flags that are left in completed courses. */
function OpenFlags({ open }: { open: ReturnType<typeof trainingsWithOpenFlags> }) {
  if (open.length === 0) return null;
  const total = open.reduce((sum, { left }) => sum + left, 0);
  const more = open.length - namedCourses;
  return (
    <p>
      {plural(total, 'flag is', 'flags are')} left in{' '}
      {open.slice(0, namedCourses).map(({ training: { slug, name } }, index) => (
        <span key={slug}>
          {index > 0 && ', '}
          <Link to="/courses/$training" params={{ training: slug }}>
            {name}
          </Link>
        </span>
      ))}
      {more > 0 && ` and ${plural(more, 'other course')}`}.
    </p>
  );
}
