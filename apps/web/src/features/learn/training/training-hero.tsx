import type { Training } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useReachesTier } from '#entities/account/tier-access.ts';
import { storeProgress } from '#entities/progress/store-progress.ts';
import { actionOf, lessonsOf, type TrainingProgress } from '#entities/progress/training-progress.ts';
import { useFeatures } from '#entities/site/use-features.ts';
import { SponsoredBy } from '#entities/training/sponsored-by.tsx';
import { taskCounts } from '#entities/training/task-counts.ts';
import { TrainingHex } from '#entities/training/training-hex.tsx';
import { trainingProgressQuery } from '#entities/training/training-queries.ts';
import { messageOf } from '#lib/api-error.ts';
import { duration, plural, tierName } from '#lib/format.ts';
import { useApi, usePersonalQuery } from '#lib/query.ts';
import { BackLink } from '#ui/back-link.tsx';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { Icon } from '#ui/icon.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { SubjectHeader } from '#ui/subject-header.tsx';
import { mapLinkOf } from '../outline/map-link.ts';
import css from './training-page.module.css';

interface Props {
  training: Training;
  progress: TrainingProgress;
}

export function TrainingHero({ training, progress }: Props) {
  const { free_tier, preview } = useFeatures();
  const lessons = lessonsOf(training);
  const done = progress.count(lessons);
  const action = actionOf(training, progress);
  const mapLink = mapLinkOf(training);
  return (
    <SubjectHeader
      back={<BackLink {...mapLink.link}>{mapLink.label}</BackLink>}
      title={training.name}
      term={training.term}
      lead={training.summary}
      facts={
        <>
          <Chip icon={training.tier > free_tier ? 'lock' : undefined}>
            {training.slug === preview ? 'Free preview' : tierName(training.tier)}
          </Chip>
          <span>{plural(training.subchapters, 'lesson')}</span>
          <span>{duration(training.minutes)}</span>
          {taskCounts(training).map((text) => (
            <span key={text}>{text}</span>
          ))}
          <span>{plural(training.points, 'point')}</span>
        </>
      }
      emblem={
        <TrainingHex
          icon={training.icon}
          continent={training.continent}
          share={lessons.length > 0 ? done / lessons.length : 0}
          size="lg"
        />
      }
    >
      <SponsoredBy training={training.slug} />
      <div className={css.action}>
        {action && (
          <LinkButton
            variant={progress.locked ? 'secondary' : 'primary'}
            to="/courses/$training/$chapter/$subchapter"
            params={{ training: training.slug, chapter: action.lesson.chapter, subchapter: action.lesson.slug }}
          >
            {action.verb}
          </LinkButton>
        )}
        {/* Always in the page, also for visitors, to avoid a layout shift when the progress loads. */}
        <div className={css.progress}>
          <ProgressBar value={done} max={lessons.length} label={`Progress in ${training.name}`} />
          <p className={css.count}>
            {done > 0 ? `${done} of ${plural(lessons.length, 'lesson')}` : `First lesson: ${lessons[0]?.name ?? ''}`}
          </p>
        </div>
      </div>
      <Enrolment training={training} />
    </SubjectHeader>
  );
}

/** Buttons to enrol in a training or leave it. Always takes its space, to avoid a layout shift when the state loads. */
function Enrolment({ training }: { training: Pick<Training, 'slug' | 'name' | 'tier'> }) {
  const hasAccess = useReachesTier(training.tier);
  const { data } = usePersonalQuery(trainingProgressQuery(training.slug), hasAccess);
  const [confirming, setConfirming] = useState(false);
  const leave = useEnrolment(training.slug, 'DELETE /api/trainings/enroll');
  const enrol = useEnrolment(training.slug, 'POST /api/trainings/enroll');
  const leaveButton = useRef<HTMLButtonElement>(null);
  const error = leave.error ?? enrol.error;
  const stay = () => {
    setConfirming(false);
    // Waits a frame until the leave button is back.
    requestAnimationFrame(() => leaveButton.current?.focus());
  };
  return (
    <div className={css.enrolment}>
      {data &&
        (!data.enrolled ? (
          <Button size="sm" icon="plus" busy={enrol.isPending} onClick={() => enrol.mutate()}>
            Enrol
          </Button>
        ) : confirming ? (
          <fieldset className={css.ask}>
            <legend className={css.question}>Leave {training.name}? Your progress is kept.</legend>
            <div className={css.answers}>
              <Button
                size="sm"
                autoFocus
                busy={leave.isPending}
                onClick={() => leave.mutate(undefined, { onSuccess: () => setConfirming(false) })}
              >
                Leave
              </Button>
              <Button variant="quiet" size="sm" onClick={stay}>
                Cancel
              </Button>
            </div>
          </fieldset>
        ) : (
          <>
            <span className={css.enrolled} role="status">
              <Icon name="tick" size={16} /> Enrolled
            </span>
            <Button ref={leaveButton} variant="quiet" size="sm" onClick={() => setConfirming(true)}>
              Leave
            </Button>
          </>
        ))}
      {error && (
        <p className={css.error} role="alert">
          {messageOf(error)}
        </p>
      )}
    </div>
  );
}

function useEnrolment(training: string, endpoint: 'POST /api/trainings/enroll' | 'DELETE /api/trainings/enroll') {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api(endpoint, { body: { training } }),
    onSuccess: (progress) => storeProgress(client, progress),
  });
}
