import { usePersonalQuery } from '#lib/query.ts';
import { BackLink } from '#ui/back-link.tsx';
import { Callout } from '#ui/callout.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Page } from '#ui/page.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { authoredTrainingQuery } from '../authoring-queries.ts';
import { FilesSection } from '../files/files-section.tsx';
import { LessonTree } from '../tree/lesson-tree.tsx';
import css from './authored-training.module.css';
import { HeadForm } from './head-form.tsx';
import { NextTrainingsForm } from './next-trainings-form.tsx';

/** Admin page of one training: lessons, details, recommended trainings and files. */
export function AuthoredTrainingPage({ training: slug }: { training: string }) {
  const { data, error, isFetching, refetch } = usePersonalQuery(authoredTrainingQuery(slug));
  return (
    <Page
      label={<BackLink to="/admin/training">Courses</BackLink>}
      title={data?.head.name ?? slug}
      lead={data?.head.summary}
      action={
        data &&
        !data.head.hidden && (
          <LinkButton to="/courses/$training" params={{ training: slug }} icon="external">
            View course
          </LinkButton>
        )
      }
    >
      {!data && error && <LoadError what="The course" {...{ error, isFetching, refetch }} />}
      {!data && !error && <Skeleton shape="block" lines={6} />}
      {data && (
        <>
          {data.head.hidden && (
            <Callout title="This course is hidden">
              <p>Learners do not see it. Switch off “Hidden” below when it is ready.</p>
            </Callout>
          )}
          <div className={css.columns}>
            <section className={css.section} aria-labelledby="lessons">
              <h2 id="lessons">Lessons</h2>
              <div className={css.tree}>
                <LessonTree training={slug} />
              </div>
            </section>
            <div className={css.main}>
              <HeadForm training={data} />
              <NextTrainingsForm training={data} />
              <FilesSection training={slug} />
            </div>
          </div>
        </>
      )}
    </Page>
  );
}
