import type { Lab } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { plural } from '#lib/format.ts';
import { setQueryResult, useApi, usePersonalQuery } from '#lib/query.ts';
import { useOptimisticValue } from '#lib/use-optimistic-value.ts';
import { cx } from '#ui/cx.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { opinionQuery } from '../lab-queries.ts';
import { ratingLabels } from '../rating-labels.ts';
import css from './lab-rating.module.css';

/** Difficulty rating by learners who solved the lab: five choices with their votes. Saves a choice at once. */
export function LabRating({ lab: { slug, ratings } }: { lab: Pick<Lab, 'slug' | 'ratings'> }) {
  const api = useApi();
  const client = useQueryClient();
  const name = useId();
  const { data, error } = usePersonalQuery(opinionQuery(slug));
  const rate = useMutation({
    // Arrow keys pass through several choices. The requests run in order, so the last one wins.
    scope: { id: `rating ${slug}` },
    mutationFn: (difficulty: number) => api('PUT /api/lab/:slug/rating', { params: { slug }, body: { difficulty } }),
    onSuccess: async (answer) => {
      await setQueryResult(client, opinionQuery(slug), answer);
      for (const key of ['GET /api/lab/', 'GET /api/lab/:slug']) void client.invalidateQueries({ queryKey: [key] });
    },
  });
  const [own, setOwn] = useOptimisticValue(data?.difficulty ?? null, async (step) => step && rate.mutateAsync(step));
  const failed = rate.error ?? error;
  return (
    <fieldset className={css.rating}>
      <legend className={css.legend}>How hard was it?</legend>
      {data ? (
        <div className={css.steps}>
          {ratingLabels.map((word, index) => (
            <label key={word} className={cx(css.step, own === index + 1 && css.selected)}>
              <Bar count={ratings[index] ?? 0} max={Math.max(...ratings)} />
              <input type="radio" name={name} checked={own === index + 1} onChange={() => setOwn(index + 1)} />
              <span className={css.label}>{word}</span>
            </label>
          ))}
        </div>
      ) : (
        !failed && <Skeleton lines={3} />
      )}
      <p className={css.state} role="status">
        {rate.isSuccess && !rate.isPending && 'Saved. You can change your rating at any time.'}
      </p>
      {failed && (
        <p className={css.error} role="alert">
          {messageOf(failed)}
        </p>
      )}
    </fieldset>
  );
}

/** Shows the ratings to learners who have not solved the lab. */
export function Ratings({ ratings, rating }: Pick<Lab, 'ratings' | 'rating'>) {
  if (rating.count === 0) return null;
  return (
    <section className={css.rating} aria-labelledby="ratings">
      <h2 id="ratings" className={css.legend}>
        How hard {plural(rating.count, 'learner')} found it
      </h2>
      <ul className={css.steps}>
        {ratingLabels.map((word, index) => (
          <li key={word} className={css.step}>
            <Bar count={ratings[index] ?? 0} max={Math.max(...ratings)} />
            <span className={css.label}>{word}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const height = 40;

/** Bar of the vote chart. The scale starts at zero, and the highest bar fills the height. */
function Bar({ count, max }: { count: number; max: number }) {
  const top = max === 0 ? 0 : Math.round((count / max) * height);
  return (
    <span className={css.bar}>
      <span className={css.count}>
        {count}
        <VisuallyHidden> voted: </VisuallyHidden>
      </span>
      <svg viewBox={`0 0 24 ${height + 1}`} width="24" height={height + 1} aria-hidden="true">
        <rect x="0" y={height - top} width="24" height={top} />
        <path d={`M0 ${height + 0.5}h24`} />
      </svg>
    </span>
  );
}
