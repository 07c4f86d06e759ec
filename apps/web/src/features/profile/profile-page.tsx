import type { Profile } from '@hexpedition/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { difficulties, difficultyLabels } from '#entities/lab/difficulty.ts';
import { LabHex } from '#entities/lab/lab-hex.tsx';
import { TrainingHex } from '#entities/training/training-hex.tsx';
import { day } from '#lib/format.ts';
import { Callout } from '#ui/callout.tsx';
import { Card } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Label } from '#ui/label.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { ActivityMap } from '../../entities/activity/activity-map.tsx';
import { PointsSection } from './points-section.tsx';
import { ProfileHeader } from './profile-header.tsx';
import css from './profile-page.module.css';
import { profileQuery } from './profile-queries.ts';

export function ProfilePage({ slug }: { slug: string }) {
  const { data: profile, dataUpdatedAt } = useSuspenseQuery(profileQuery(slug));
  return (
    <div className={css.page}>
      {profile.own && !profile.is_public && (
        <Callout kind="note" title="Only you see this page" className={css.private ?? ''}>
          <p>Your profile is private. Other users cannot see it.</p>
        </Callout>
      )}
      <ProfileHeader profile={profile} />
      {hasNoActivity(profile) ? <NoActivity profile={profile} /> : <Sections profile={profile} at={dataUpdatedAt} />}
    </div>
  );
}

const hasNoActivity = ({ points, trainings, labs, activity }: Profile) =>
  !points?.flags && !trainings?.length && !labs?.length && !activity?.length;

function Sections({ profile, at }: { profile: Profile; at: number }) {
  const { own, sections, points, trainings, labs, activity } = profile;
  return (
    <div className={css.sections}>
      {activity && (
        <ProfileSection title="Activity" isHidden={own && !sections.activity}>
          <ActivityMap activity={activity} at={at} />
        </ProfileSection>
      )}
      {points && points.history.length > 0 && (
        <ProfileSection title="Points over time" isHidden={own && !sections.points}>
          <PointsSection points={points} at={at} />
        </ProfileSection>
      )}
      {trainings && (
        <ProfileSection title="Courses" isHidden={own && !sections.trainings}>
          <Trainings trainings={trainings} />
        </ProfileSection>
      )}
      {labs && (
        <ProfileSection title="Labs solved" isHidden={own && !sections.labs}>
          {labs.length > 0 ? <ProfileLabList labs={labs} /> : <p className={css.none}>None yet.</p>}
        </ProfileSection>
      )}
    </div>
  );
}

/** The labs that the learner has solved. */
function ProfileLabList({ labs }: { labs: NonNullable<Profile['labs']> }) {
  return (
    <ul className={css.tiles}>
      {labs.map(({ slug, name, difficulty, solved_at }) => (
        <Card key={slug} as="li" link size="sm" className={css.tile}>
          <LabHex solved share={1} />
          <div className={css.text}>
            <h3 className={css.name}>
              <Link to="/lab/$slug" params={{ slug }}>
                {name}
              </Link>
            </h3>
            <p className={css.facts}>
              {difficulties.filter((valid) => valid === difficulty).map((valid) => `${difficultyLabels[valid]} · `)}
              {day(solved_at)}
            </p>
          </div>
        </Card>
      ))}
    </ul>
  );
}

function Trainings({ trainings }: { trainings: NonNullable<Profile['trainings']> }) {
  const completedTrainings = trainings.filter(({ completed, total }) => completed === total);
  const inProgress = trainings.filter(({ completed, total }) => completed < total);
  if (trainings.length === 0) return <p className={css.none}>None started yet.</p>;
  return (
    <div className={css.groups}>
      {completedTrainings.length > 0 && (
        <div>
          <Label tone="phosphor" className={css.group ?? ''}>
            {`Completed: ${completedTrainings.length}`}
          </Label>
          <ProfileTrainingList trainings={completedTrainings} />
        </div>
      )}
      {inProgress.length > 0 && (
        <div>
          <Label tone="beacon" className={css.group ?? ''}>
            {`In progress: ${inProgress.length}`}
          </Label>
          <ProfileTrainingList trainings={inProgress} />
        </div>
      )}
    </div>
  );
}

type Training = NonNullable<Profile['trainings']>[number];

/** The learner's courses. The edge of each hexagon shows the progress. */
function ProfileTrainingList({ trainings }: { trainings: Training[] }) {
  return (
    <ul className={css.tiles}>
      {trainings.map((training) => (
        <Tile key={training.slug} training={training} />
      ))}
    </ul>
  );
}

function Tile({ training: { slug, name, continent, icon, completed, total, last_at } }: { training: Training }) {
  const isCompleted = completed === total;
  return (
    <Card as="li" link size="sm" className={css.tile}>
      <TrainingHex icon={icon} continent={continent} share={completed / total} />
      <div className={css.text}>
        <h3 className={css.name}>
          <Link to="/courses/$training" params={{ training: slug }}>
            {name}
          </Link>
        </h3>
        <p className={css.facts}>{isCompleted ? `Completed ${day(last_at)}` : `${completed} of ${total} lessons`}</p>
      </div>
    </Card>
  );
}

function NoActivity({ profile: { own, username, points, trainings, labs, activity } }: { profile: Profile }) {
  if (own) {
    return (
      <EmptyState
        icon="compass"
        title="No activity yet"
        action={
          <LinkButton variant="primary" to="/map">
            Choose a course
          </LinkButton>
        }
      >
        <p>Completed lessons, found flags and solved labs appear here.</p>
      </EmptyState>
    );
  }
  const showsNothing = !points && !trainings && !labs && !activity;
  return (
    <EmptyState
      icon={showsNothing ? 'eye-off' : 'compass'}
      title={showsNothing ? 'Activity is private' : 'No activity yet'}
    >
      <p>{`${username} ${showsNothing ? 'does not show any activity' : 'has not completed a lesson or found a flag yet'}.`}</p>
    </EmptyState>
  );
}

interface SectionProps {
  title: string;
  /** Whether only the owner sees this section. */
  isHidden: boolean;
  children: ReactNode;
}

function ProfileSection({ title, isHidden, children }: SectionProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <div className={css.heading}>
        <h2 id={heading}>{title}</h2>
        {isHidden && <Chip icon="eye-off">Only you see this</Chip>}
      </div>
      {children}
    </section>
  );
}
