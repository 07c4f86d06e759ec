import type { AuthoredTrainingDetail } from '@hexpedition/contract';
import { newCourseTexts } from '@hexpedition/contract/placeholders';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { useApi, usePersonalQuery } from '#lib/query.ts';
import { BackLink } from '#ui/back-link.tsx';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Page } from '#ui/page.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { authoredTrainingQuery, authoredTrainingsQuery, refreshPublished } from '../authoring-queries.ts';
import { FilesSection } from '../files/files-section.tsx';
import { LessonTree } from '../tree/lesson-tree.tsx';
import css from './authored-training.module.css';
import { HeadForm } from './head-form.tsx';
import { TrainingListField } from './training-list-field.tsx';

/** Admin page of one training: lessons, details, recommended trainings and files. */
export function AuthoredTrainingPage({ training: slug }: { training: string }) {
  const { data, error, isFetching, refetch } = usePersonalQuery(authoredTrainingQuery(slug));
  return (
    <Page
      label={<BackLink to="/admin/training">Courses</BackLink>}
      title={data?.head.name ?? slug}
      lead={data?.head.summary === newCourseTexts.summary ? undefined : data?.head.summary}
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
              <p>
                Learners do not see it. Write its summary and description, and switch off “Hidden” below when it is
                ready.
              </p>
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

/** Edits the recommended next trainings, the best first. */
function NextTrainingsForm({ training }: { training: AuthoredTrainingDetail }) {
  const { slug, recommended_next } = training;
  const api = useApi();
  const client = useQueryClient();
  const { data: all } = usePersonalQuery(authoredTrainingsQuery);
  /** Unsaved choice; null if there are no changes. */
  const [chosen, setChosen] = useState<string[] | null>(null);
  const save = useMutation({
    mutationFn: async (next: string[]) => {
      const answer = await api('POST /api/admin/training/:slug/recommended_next', {
        params: { slug },
        body: { recommended_next: next },
      });
      const problem = answer.diagnostics.find(({ severity }) => severity === 'error');
      if (!answer.applied)
        throw new ApiError(400, {
          code: 'invalid_request',
          msg: problem?.message ?? 'The recommendations were not saved. Try again.',
        });
      return answer;
    },
    onSuccess: ({ etag }, next) => {
      client.setQueryData(
        authoredTrainingQuery(slug).queryKey,
        (before) => before && { ...before, recommended_next: next, etag },
      );
      setChosen(null);
      refreshPublished(client);
    },
  });
  return (
    <section className={css.section} aria-labelledby="next">
      <h2 id="next">Recommended next</h2>
      <TrainingListField
        label="Courses"
        hint="Shown in this order to learners who complete the course."
        emptyText="No recommendations yet."
        isOrdered
        slugs={chosen ?? recommended_next}
        choices={all?.trainings.filter((one) => one.slug !== slug) ?? []}
        onChange={(next) => setChosen(next.slice(0, 10))}
      />
      <div className={css.actions}>
        <Button busy={save.isPending} disabled={chosen === null} onClick={() => chosen && save.mutate(chosen)}>
          Save and publish
        </Button>
        <FormStatus error={save.error} done={save.isSuccess && chosen === null && 'Published.'} />
      </div>
    </section>
  );
}
