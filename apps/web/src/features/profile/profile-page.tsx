import type { Profile } from '@hexpedition/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Callout } from '#ui/callout.tsx';
import { Chip } from '#ui/chip.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Label } from '#ui/label.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { ActivityMap } from '../../entities/activity/activity-map.tsx';
import { PointsSection } from './points-section.tsx';
import { ProfileHeader } from './profile-header.tsx';
import { ProfileLabList } from './profile-lab-list.tsx';
import css from './profile-page.module.css';
import { profileQuery } from './profile-queries.ts';
import { ProfileTrainingList } from './profile-training-list.tsx';

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
