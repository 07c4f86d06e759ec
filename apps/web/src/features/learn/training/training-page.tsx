import type { Training } from '@hexpedition/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { lessonsOf } from '#entities/progress/training-progress.ts';
import { useTrainingProgress } from '#entities/progress/use-training-progress.ts';
import { trainingQuery } from '#entities/training/training-queries.ts';
import { Card } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { Html } from '#ui/html.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import page from '#ui/page.module.css';
import prose from '#ui/prose.module.css';
import { LockNotice } from '../locks/lock-notice.tsx';
import { ChangedLessons } from '../outline/changed-lessons.tsx';
import { ChapterList } from '../outline/chapter-list.tsx';
import testOutCss from '../test-out/test-out.module.css';
import { NextTrainings } from './next-trainings.tsx';
import { TrainingHero } from './training-hero.tsx';
import css from './training-page.module.css';

export function TrainingPage({ slug }: { slug: string }) {
  const { data: training } = useSuspenseQuery(trainingQuery(slug));
  const { progress, known, lock } = useTrainingProgress(training);
  const isDone = known && progress.next(lessonsOf(training)) === undefined;
  return (
    <div className={page.page}>
      <TrainingHero training={training} progress={progress} />
      <div className={css.body}>
        <LockNotice training={training} lock={lock} what="course" />
        <div className={css.columns}>
          <section aria-labelledby="lessons" className={css.lessons}>
            <h2 id="lessons" className={css.heading}>
              Lessons
            </h2>
            <ChangedLessons training={training} progress={progress} />
            <ChapterList training={training} progress={progress} />
          </section>
          <section aria-labelledby="about" className={css.about}>
            <h2 id="about" className={css.heading}>
              About
            </h2>
            <Html html={training.description_html} className={prose.prose} />
            {training.tags.length > 0 && (
              <p className={css.tags}>
                {training.tags.map((tag) => (
                  <Chip key={tag}>{tag}</Chip>
                ))}
              </p>
            )}
            {training.test_out && lock !== 'tier' && !isDone && <TestOutCard training={training} />}
          </section>
        </div>
        <NextTrainings next={training.recommended_next} isDone={isDone} />
      </div>
    </div>
  );
}

/** Offers the test that replaces the lessons to learners who know the subject. */
function TestOutCard({ training }: { training: Pick<Training, 'slug' | 'name'> }) {
  return (
    <Card as="section" size="sm" className={testOutCss.card} aria-labelledby="test-out">
      <h3 id="test-out" className={testOutCss.name}>
        Already know this?
      </h3>
      <p className={testOutCss.text}>Pass the test to mark every lesson as complete. It gives no points.</p>
      <LinkButton size="sm" to="/courses/$training/test-out" params={{ training: training.slug }}>
        Take the test
      </LinkButton>
    </Card>
  );
}
