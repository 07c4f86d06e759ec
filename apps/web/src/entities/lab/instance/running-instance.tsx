import type { Instance } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { countdown, countdownLabel } from '#lib/countdown-text.ts';
import { useApi } from '#lib/query.ts';
import { useSecondsLeft } from '#lib/use-seconds-left.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { instanceQuery } from '../lab-queries.ts';
import css from './instance-panel.module.css';
import { endWarning, type LabAccess } from './instance-state.ts';
import { openLab } from './open-lab.ts';
import { closeSplitView, openSplitView, useSplitView } from './split-view.ts';
import { StopLab } from './stop-lab.tsx';
import { useInstanceAction } from './use-instance.ts';

interface Props {
  instance: Instance;
  access: LabAccess;
  variant?: 'primary' | 'secondary';
  /** Whether the panel is in a lesson, which offers the split view. */
  inLesson?: boolean;
  /** Called when the learner confirms the stop. */
  onStop?: () => void;
}

export function RunningInstance({ instance, access, variant = 'primary', inLesson = false, onStop }: Props) {
  const slug = instance.lab;
  const api = useApi();
  const client = useQueryClient();
  const until = instance.expires_at === null ? null : Date.parse(instance.expires_at);
  const left = useSecondsLeft(until);
  const enter = useMutation({ mutationFn: (windowFeatures?: string) => openLab(api, slug, windowFeatures) });
  const extend = useInstanceAction(slug, 'extend');
  const warning = until === null ? undefined : endWarning(left, instance.extensions_left);
  const isExpired = until !== null && left === 0;
  // Refetches the instance when the clock reaches zero, because only the server knows its new state.
  useEffect(() => {
    if (!isExpired) return;
    void client.invalidateQueries({ queryKey: instanceQuery(slug).queryKey });
  }, [isExpired, client, slug]);
  const error = enter.error ?? extend.error;

  return (
    <div className={css.panel}>
      <div className={css.top}>
        {until !== null && (
          <p className={cx(css.clock, warning && css.ending)} role="timer" aria-label={`${countdownLabel(left)} left`}>
            {countdown(left)}
          </p>
        )}
        <StopLab slug={slug} variant="quiet" size="sm" className={css.stop} onStop={onStop}>
          Stop
        </StopLab>
        <p className={css.live}>Running, just for you</p>
      </div>
      {/* Always in the page, so that screen readers announce changes. */}
      <p className={css.warning} role="status">
        {warning}
      </p>
      <div className={css.actions}>
        {access.workspace && (
          <LinkButton variant={variant} icon="terminal" to="/lab/$slug" params={{ slug }}>
            Open workspace
          </LinkButton>
        )}
        {access.serves === 'http' && (
          <Button
            variant={access.workspace ? 'secondary' : variant}
            icon="external"
            busy={enter.isPending}
            onClick={() => enter.mutate(undefined)}
          >
            Open lab
          </Button>
        )}
        {inLesson && (
          <SplitViewButton
            slug={slug}
            access={access}
            onOpen={(windowFeatures) =>
              enter.mutate(windowFeatures, {
                onSuccess: (blocked) => blocked !== null && closeSplitView(),
                onError: closeSplitView,
              })
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
            Open the lab
          </a>{' '}
          within 30 seconds.
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

interface SplitViewButtonProps {
  slug: string;
  access: LabAccess;
  /** Opens the lab in a window with these features. Not called if the lab has a workspace, which opens instead. */
  onOpen: (windowFeatures: string) => void;
}

/** In a lesson on a wide screen: opens the lab beside the text, and closes the split view. */
function SplitViewButton({ slug, access, onOpen }: SplitViewButtonProps) {
  const isSplit = useSplitView();
  const [isBlocked, setBlocked] = useState(false);
  // Leaving the lesson closes the split view.
  useEffect(() => closeSplitView, []);
  return (
    <span className={css.splitView}>
      {isSplit ? (
        <Button variant="quiet" onClick={closeSplitView}>
          Close split view
        </Button>
      ) : (
        <Button
          variant="secondary"
          onClick={() => {
            const windowFeatures = openSplitView();
            if (!access.workspace) return onOpen(windowFeatures);
            const opened = window.open(`/lab/${slug}`, `lab-${slug}`, windowFeatures);
            setBlocked(!opened);
            if (!opened) closeSplitView();
          }}
        >
          Open in split view
        </Button>
      )}
      {isBlocked && (
        <span className={css.note} role="alert">
          Your browser blocked the window. Allow pop-ups for this site, then try again.
        </span>
      )}
    </span>
  );
}
