import type { Training } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { useApi, usePersonalQuery } from '#lib/query.ts';
import { useReachesTier } from '#shell/tier-access.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { keepProgress } from '../progress/keep-progress.ts';
import { trainingProgressQuery } from '../queries.public.ts';
import css from './enrolment.module.css';

/** Enrol in a training or leave it. Its place is kept for a visitor too, so that nothing moves. */
export function Enrolment({ training }: { training: Pick<Training, 'slug' | 'name' | 'tier'> }) {
  const reached = useReachesTier(training.tier);
  const { data } = usePersonalQuery(trainingProgressQuery(training.slug), reached);
  const [asking, setAsking] = useState(false);
  const leave = useEnrolment(training.slug, 'DELETE /api/trainings/enroll');
  const enrol = useEnrolment(training.slug, 'POST /api/trainings/enroll');
  const leaveButton = useRef<HTMLButtonElement>(null);
  const error = leave.error ?? enrol.error;
  const stay = () => {
    setAsking(false);
    // The button that asked comes back in the same moment.
    requestAnimationFrame(() => leaveButton.current?.focus());
  };
  return (
    <div className={css.enrolment}>
      {data &&
        (!data.enrolled ? (
          <Button size="sm" icon="plus" busy={enrol.isPending} onClick={() => enrol.mutate()}>
            Enrol
          </Button>
        ) : asking ? (
          <fieldset className={css.ask}>
            <legend className={css.question}>Leave {training.name}? What you have done stays done.</legend>
            <div className={css.answers}>
              <Button
                size="sm"
                autoFocus
                busy={leave.isPending}
                onClick={() => leave.mutate(undefined, { onSuccess: () => setAsking(false) })}
              >
                Leave
              </Button>
              <Button variant="quiet" size="sm" onClick={stay}>
                Stay
              </Button>
            </div>
          </fieldset>
        ) : (
          <>
            <span className={css.enrolled} role="status">
              <Icon name="tick" size={16} /> Enrolled
            </span>
            <Button ref={leaveButton} variant="quiet" size="sm" onClick={() => setAsking(true)}>
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
    onSuccess: (progress) => keepProgress(client, progress),
  });
}
