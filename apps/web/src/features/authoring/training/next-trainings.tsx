import type { AuthoredTrainingDetail } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { useApi, usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import { authoredTrainingQuery, authoredTrainingsQuery, forgetPublished } from '../queries.ts';
import css from './training.module.css';
import { TrainingList } from './training-list.tsx';

/** Where learners go on after this training, the best first. */
export function NextTrainings({ training }: { training: AuthoredTrainingDetail }) {
  const { slug, recommended_next } = training;
  const api = useApi();
  const client = useQueryClient();
  const { data: all } = usePersonalQuery(authoredTrainingsQuery);
  /** Null while it is as the server has it. */
  const [chosen, setChosen] = useState<string[] | null>(null);
  const save = useMutation({
    mutationFn: async (next: string[]) => {
      const answer = await api('POST /api/admin/training/:slug/recommended_next', {
        params: { slug },
        body: { recommended_next: next },
      });
      const fault = answer.diagnostics.find(({ severity }) => severity === 'error');
      if (!answer.applied)
        throw new ApiError(400, { code: 'invalid_request', msg: fault?.message ?? 'It was not saved.' });
      return answer;
    },
    onSuccess: ({ etag }, next) => {
      client.setQueryData(
        authoredTrainingQuery(slug).queryKey,
        (before) => before && { ...before, recommended_next: next, etag },
      );
      setChosen(null);
      forgetPublished(client);
    },
  });
  return (
    <section className={css.section} aria-labelledby="next">
      <h2 id="next">What comes next</h2>
      <TrainingList
        label="Recommended"
        hint="Learners who have finished it read these, in this order."
        none="Nothing is recommended yet."
        isOrdered
        slugs={chosen ?? recommended_next}
        choices={all?.trainings.filter((one) => one.slug !== slug) ?? []}
        onChange={(next) => setChosen(next.slice(0, 10))}
      />
      <div className={css.actions}>
        <Button busy={save.isPending} disabled={chosen === null} onClick={() => chosen && save.mutate(chosen)}>
          Save and publish
        </Button>
        <FormStatus error={save.error} done={save.isSuccess && chosen === null && 'Learners see it now.'} />
      </div>
    </section>
  );
}
