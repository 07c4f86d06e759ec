import type { Instance } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { clock, clockWords } from '#lib/clock.ts';
import { useApi } from '#lib/query.ts';
import { useSecondsLeft } from '#lib/use-seconds-left.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { instanceQuery } from '../queries.public.ts';
import { endBeside } from './beside.ts';
import { Beside } from './beside-text.tsx';
import css from './instance-panel.module.css';
import { type LabWays, warningOf } from './instance-state.ts';
import { openLab } from './open-lab.ts';
import { StopLab } from './stop-lab.tsx';
import { useInstanceAction } from './use-instance.ts';

interface Props {
  instance: Instance;
  ways: LabWays;
  look?: 'primary' | 'secondary';
  /** Whether it stands in a lesson, whose text the lab can be opened beside. */
  inLesson?: boolean;
  /** The learner has said that it may end. */
  onStop?: () => void;
}

export function RunningInstance({ instance, ways, look = 'primary', inLesson = false, onStop }: Props) {
  const slug = instance.lab;
  const api = useApi();
  const client = useQueryClient();
  const until = instance.expires_at === null ? null : Date.parse(instance.expires_at);
  const left = useSecondsLeft(until);
  const enter = useMutation({ mutationFn: (where?: string) => openLab(api, slug, where) });
  const extend = useInstanceAction(slug, 'extend');
  const warning = until === null ? undefined : warningOf(left, instance.extensions_left);
  const over = until !== null && left === 0;
  // The clock has run out; only the server knows what became of the instance.
  useEffect(() => {
    if (!over) return;
    void client.invalidateQueries({ queryKey: instanceQuery(slug).queryKey });
  }, [over, client, slug]);
  const error = enter.error ?? extend.error;

  return (
    <div className={css.panel}>
      <div className={css.top}>
        {until !== null && (
          <p className={cx(css.clock, warning && css.ending)} role="timer" aria-label={`${clockWords(left)} left`}>
            {clock(left)}
          </p>
        )}
        <StopLab slug={slug} variant="quiet" size="sm" className={css.stop} onStop={onStop}>
          Stop
        </StopLab>
        <p className={css.live}>Running, yours alone</p>
      </div>
      {/* In the page from the start, so that screen readers notice when it fills. */}
      <p className={css.warning} role="status">
        {warning}
      </p>
      <div className={css.actions}>
        {ways.workspace && (
          <LinkButton variant={look} icon="terminal" to="/lab/$slug" params={{ slug }}>
            Open the workspace
          </LinkButton>
        )}
        {ways.serves === 'http' && (
          <Button
            variant={ways.workspace ? 'secondary' : look}
            icon="external"
            busy={enter.isPending}
            onClick={() => enter.mutate(undefined)}
          >
            Open lab
          </Button>
        )}
        {inLesson && (
          <Beside
            slug={slug}
            ways={ways}
            onOpen={(where) =>
              enter.mutate(where, { onSuccess: (blocked) => blocked !== null && endBeside(), onError: endBeside })
            }
          />
        )}
        {instance.extensions_left > 0 && (
          <Button busy={extend.isPending} onClick={() => extend.mutate()}>
            Extend
          </Button>
        )}
      </div>
      {enter.data && (
        <p className={css.note} role="status">
          Your browser blocked the new tab.{' '}
          <a href={enter.data} target="_blank" rel="noopener noreferrer">
            Open the lab from here
          </a>
          , within 30 seconds.
        </p>
      )}
      {error && (
        <p className={css.error} role="alert">
          {messageOf(error)}
        </p>
      )}
    </div>
  );
}
