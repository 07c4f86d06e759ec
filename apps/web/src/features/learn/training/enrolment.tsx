import type { Training } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useReachesTier } from '#entities/account/tier-access.ts';
import { storeProgress } from '#entities/progress/store-progress.ts';
import { trainingProgressQuery } from '#entities/training/training-queries.ts';
import { messageOf } from '#lib/api-error.ts';
import { useApi, usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import css from './enrolment.module.css';

/** Buttons to enrol in a training or leave it. Always takes its space, to avoid a layout shift when the state loads. */
export function Enrolment({ training }: { training: Pick<Training, 'slug' | 'name' | 'tier'> }) {
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
