import type { Training } from '@hexpedition/contract';
import { actionOf, lessonsOf, type TrainingProgress } from '#entities/progress/training-progress.ts';
import { useFeatures } from '#entities/site/use-features.ts';
import { SponsoredBy } from '#entities/training/sponsored-by.tsx';
import { TrainingHex } from '#entities/training/training-hex.tsx';
import { duration, plural, tierName } from '#lib/format.ts';
import { BackLink } from '#ui/back-link.tsx';
import { Chip } from '#ui/chip.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { SubjectHeader } from '#ui/subject-header.tsx';
import { mapLinkOf } from '../outline/map-link.ts';
import { Enrolment } from './enrolment.tsx';
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
          <span>{plural(training.flags, 'flag')}</span>
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
