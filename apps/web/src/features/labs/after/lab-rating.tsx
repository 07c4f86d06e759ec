import type { Lab } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { plural } from '#lib/format.ts';
import { putAnswer, useApi, usePersonalQuery } from '#lib/query.ts';
import { useAhead } from '#lib/use-ahead.ts';
import { cx } from '#ui/cx.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { ratingNames } from '../rating-words.ts';
import css from './lab-rating.module.css';
import { opinionQuery } from './queries.ts';

/** How hard the lab was: five steps, each with how many chose it. For those who solved it; a press is kept at once. */
export function LabRating({ lab: { slug, ratings } }: { lab: Pick<Lab, 'slug' | 'ratings'> }) {
  const api = useApi();
  const client = useQueryClient();
  const name = useId();
  const { data, error } = usePersonalQuery(opinionQuery(slug));
  const rate = useMutation({
    // Arrow keys walk through the steps: the last one counts.
    scope: { id: `rating ${slug}` },
    mutationFn: (difficulty: number) => api('PUT /api/lab/:slug/rating', { params: { slug }, body: { difficulty } }),
    onSuccess: async (answer) => {
      await putAnswer(client, opinionQuery(slug), answer);
      for (const key of ['GET /api/lab/', 'GET /api/lab/:slug']) void client.invalidateQueries({ queryKey: [key] });
    },
  });
  const [own, choose] = useAhead(data?.difficulty ?? null, async (step) => step && rate.mutateAsync(step));
  const failed = rate.error ?? error;
  return (
    <fieldset className={css.rating}>
      <legend className={css.legend}>How hard was it?</legend>
      {data ? (
        <div className={css.steps}>
          {ratingNames.map((word, index) => (
            <label key={word} className={cx(css.step, own === index + 1 && css.own)}>
              <Bar count={ratings[index] ?? 0} most={Math.max(...ratings)} />
              <input type="radio" name={name} checked={own === index + 1} onChange={() => choose(index + 1)} />
              <span className={css.word}>{word}</span>
            </label>
          ))}
        </div>
      ) : (
        !failed && <Skeleton lines={3} />
      )}
      <p className={css.state} role="status">
        {rate.isSuccess && !rate.isPending && 'Kept. You can change it whenever you like.'}
      </p>
      {failed && (
        <p className={css.error} role="alert">
          {messageOf(failed)}
        </p>
      )}
    </fieldset>
  );
}

/** What those who solved it say, for those who have not. */
export function Ratings({ ratings, rating }: Pick<Lab, 'ratings' | 'rating'>) {
  if (rating.count === 0) return null;
  return (
    <section className={css.rating} aria-labelledby="ratings">
      <h2 id="ratings" className={css.legend}>
        How hard {plural(rating.count, 'learner')} found it
      </h2>
      <ul className={css.steps}>
        {ratingNames.map((word, index) => (
          <li key={word} className={css.step}>
            <Bar count={ratings[index] ?? 0} most={Math.max(...ratings)} />
            <span className={css.word}>{word}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const height = 40;

/** A bar of the chart: it begins at zero, and the longest is as high as there is room. */
function Bar({ count, most }: { count: number; most: number }) {
  const top = most === 0 ? 0 : Math.round((count / most) * height);
  return (
    <span className={css.bar}>
      <span className={css.count}>
        {count}
        <VisuallyHidden> said: </VisuallyHidden>
      </span>
      <svg viewBox={`0 0 24 ${height + 1}`} width="24" height={height + 1} aria-hidden="true">
        <rect x="0" y={height - top} width="24" height={top} />
        <path d={`M0 ${height + 0.5}h24`} />
      </svg>
    </span>
  );
}
