import type { LabCard, Overview, TrainingCard, TrainingKind } from '@hexpedition/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTierReach } from '#entities/account/tier-access.ts';
import { difficultyLabels } from '#entities/lab/difficulty.ts';
import { LabHex } from '#entities/lab/lab-hex.tsx';
import { labsQuery, solvedLabsQuery } from '#entities/lab/lab-queries.ts';
import { countFoundFlags } from '#entities/lab/solve-counts.ts';
import { useFeatures } from '#entities/site/use-features.ts';
import { TrainingHex } from '#entities/training/training-hex.tsx';
import { trainingsQuery } from '#entities/training/training-queries.ts';
import tile from '#entities/training/training-tile.module.css';
import { TrainingTiles } from '#entities/training/training-tile.tsx';
import { duration, plural } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { useSession } from '#lib/session.ts';
import { Card } from '#ui/card.tsx';
import { Label } from '#ui/label.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { overviewQuery, progressOfQuery } from '../../entities/progress/overview-queries.ts';
import { ContinueCard } from './continue-card.tsx';
import { HomeFrame } from './home-frame.tsx';
import css from './home-page.module.css';
import { completedTrainings, isNewcomer, labsToTry } from './home-selection.ts';
import { HomeSkeleton, LoadFailed } from './home-skeleton.tsx';
import { StartHereCard } from './start-here-card.tsx';
import streak from './streak-card.module.css';
import { StreakCard } from './streak-card.tsx';
import { SuggestedTrainings } from './suggested-trainings.tsx';

// The charts are at the bottom of the page, so they are not part of the first load.
const OverviewCharts = lazy(() => import('./overview-charts.tsx'));

export function HomePage() {
  const session = useSession();
  const reaches = useTierReach();
  const labs = useQuery(labsQuery).data?.labs ?? [];
  const solved = usePersonalQuery(solvedLabsQuery);
  const overview = usePersonalQuery(overviewQuery('course'));
  const trainings = useQuery(trainingsQuery).data?.trainings;
  if (!session) return null;
  const isNew = overview.data !== undefined && isNewcomer(overview.data);
  return (
    <HomeFrame title="Overview" label={<Greeting username={session.user.username} isNew={isNew} />}>
      <div className={css.sections}>
        {overview.error ? (
          <LoadFailed what="Your progress" error={overview.error} onRetry={() => void overview.refetch()} />
        ) : !overview.data || (isNew && !trainings) ? (
          <HomeSkeleton />
        ) : isNew ? (
          <>
            <StartHereCard trainings={trainings ?? []} />
            <Specializations trainings={trainings ?? []} />
            <DueReviews due={overview.data.due_reviews} />
          </>
        ) : (
          <OverviewBody overview={overview.data} at={overview.dataUpdatedAt} kind="course">
            {/* Shown only between two courses, so that it does not distract from a started one. */}
            {overview.data.resume === null && <Specializations trainings={trainings ?? []} />}
            <LabTiles labs={labsToTry(labs, countFoundFlags(solved.data), reaches)} />
          </OverviewBody>
        )}
        {isNew && <LabTiles labs={labsToTry(labs, countFoundFlags(solved.data), reaches)} />}
      </div>
    </HomeFrame>
  );
}

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

function LabTiles({ labs }: { labs: readonly LabCard[] }) {
  if (labs.length === 0) return null;
  return (
    <section aria-labelledby="labs-to-try">
      <div className={css.row}>
        <h2 id="labs-to-try" className={css.heading}>
          Labs to try
        </h2>
        <Link to="/labs" className={css.all}>
          All labs
        </Link>
      </div>
      <ul className={tile.tiles}>
        {labs.map((lab) => (
          <Card as="li" key={lab.slug} link size="sm" className={tile.tile}>
            <LabHex solved={false} />
            <div>
              <h3 className={tile.name}>
                <Link to="/lab/$slug" params={{ slug: lab.slug }}>
                  {lab.name}
                </Link>
              </h3>
              <p className={tile.text}>{lab.summary}</p>
              <p className={tile.facts}>
                {difficultyLabels[lab.difficulty]} · {duration(lab.minutes)} · {plural(lab.points, 'point')}
              </p>
            </div>
          </Card>
        ))}
      </ul>
    </section>
  );
}

interface BodyProps {
  overview: Overview;
  /** Time of the response. */
  at: number;
  kind: TrainingKind;
  children?: ReactNode;
}

export function OverviewBody({ overview, at, kind, children }: BodyProps) {
  return (
    <>
      <ContinueCard overview={overview} kind={kind} />
      <div className={css.pair}>
        <StreakCard streak={overview.streak} />
        <DueReviews due={overview.due_reviews} />
      </div>
      <InProgressList entries={overview.under_way.filter(({ slug }) => slug !== overview.resume?.training.slug)} />
      <SuggestedTrainings next={overview.next} />
      {children}
      <Suspense fallback={<Skeleton shape="block" />}>
        <OverviewCharts radar={overview.radar} activity={overview.activity} at={at} />
      </Suspense>
    </>
  );
}

type CourseInProgress = Overview['under_way'][number];

function InProgressList({ entries }: { entries: readonly CourseInProgress[] }) {
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby="in-progress">
      <h2 id="in-progress" className={css.heading}>
        Also in progress
      </h2>
      <ul className={tile.tiles}>
        {entries.map((entry) => (
          <Entry key={entry.slug} {...entry} />
        ))}
      </ul>
    </section>
  );
}

function Entry({ slug, name, icon, continent, completed, total, changed }: CourseInProgress) {
  return (
    <Card as="li" link size="sm" className={tile.tile}>
      <TrainingHex icon={icon} continent={continent} share={total > 0 ? completed / total : 0} />
      <div>
        <h3 className={tile.name}>
          <Link to="/courses/$training" params={{ training: slug }}>
            {name}
          </Link>
        </h3>
        <p className={tile.facts}>
          {completed} of {plural(total, 'lesson')}
          {changed > 0 && ` · ${changed} changed since`}
        </p>
      </div>
    </Card>
  );
}

/** The number of notes due for review. Renders nothing if there are none. */
function DueReviews({ due }: { due: number }) {
  if (due === 0) return null;
  return (
    <Card as="section" size="sm" className={streak.card} aria-labelledby="reviews">
      <Label tone="beacon">Reviews</Label>
      <h2 id="reviews" className={streak.days}>
        {plural(due, 'note is', 'notes are')} due
      </h2>
      <p className={streak.text}>Review your notes before you forget them.</p>
      <p>
        <LinkButton size="sm" to="/reviews">
          Review {due === 1 ? 'it' : 'them'}
        </LinkButton>
      </p>
    </Card>
  );
}

/** The label is in capitals, but the username keeps its own spelling. */
const Greeting = ({ username, isNew }: { username: string; isNew: boolean }) => (
  <>
    {isNew ? 'Welcome' : 'Welcome back'}, <span className={css.username}>{username}</span>
  </>
);
