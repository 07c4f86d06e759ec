import type { Instance, Lab } from '@hexpedition/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { phaseOf } from '#entities/lab/instance/instance-state.ts';
import { instanceQuery } from '#entities/lab/lab-queries.ts';
import { messageOf } from '#lib/api-error.ts';
import { copyText } from '#lib/copy-text.ts';
import { countdown, countdownLabel } from '#lib/countdown-text.ts';
import { useSecondsLeft } from '#lib/use-seconds-left.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Icon } from '#ui/icon.tsx';
import { Label } from '#ui/label.tsx';
import { Menu, MenuItem, MenuNote } from '#ui/menu.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { topics } from '../../lab-topics.ts';
import { more } from '../bench-icons.ts';
import css from './instance-bar.module.css';
import type { InstanceActions } from './use-instance-actions.ts';

interface Props {
  lab: Lab;
  instance: Instance | null;
  actions: InstanceActions;
  isNarrow: boolean;
  /** Leads back to the lab page. */
  onLeave: () => void;
}

type ConfirmedAction = 'stop' | 'restart';

/** Bar below the top bar: breadcrumb, target, time left, and the actions on the instance. */
export function InstanceBar({ lab, instance, actions, isNarrow, onLeave }: Props) {
  const [confirming, setConfirming] = useState<ConfirmedAction>();
  const labPageButton = useRef<HTMLButtonElement>(null);
  const isStopped = useRef(false);
  const phase = actions.restart.isPending ? 'starting' : phaseOf(instance);
  // The stop button is gone after the stop. Moves the focus to the button in its place, after the dialog has closed.
  useEffect(() => {
    if (confirming || !isStopped.current || phase === 'running') return;
    isStopped.current = false;
    labPageButton.current?.focus();
  }, [confirming, phase]);
  const running = phase === 'running' ? instance : null;
  const error = actions.extend.error ?? actions.open.error;
  const socket = lab.workspace?.socket ?? null;
  const mayOpen = running !== null && lab.serves === 'http';
  return (
    <section className={css.bar} data-part data-pane aria-label="Your instance">
      <nav className={css.breadcrumb} aria-label="Breadcrumb">
        <Link to="/labs" className={css.back} aria-label={isNarrow ? 'Back to the labs' : undefined}>
          <Icon name="arrow-left" size={14} />
          {!isNarrow && <Label as="span">Labs</Label>}
        </Link>
        {!isNarrow && (
          <>
            <Label as="span">/</Label>
            <Link to="/labs" search={{ topic: lab.topic }} className={css.back}>
              <Label as="span">{topics[lab.topic].name}</Label>
            </Link>
          </>
        )}
      </nav>
      {isNarrow && <span className={css.name}>{lab.name}</span>}
      <div className={css.end}>
        {!isNarrow && running && socket !== null && <Target path={socket} />}
        {!isNarrow && mayOpen && <OpenButton actions={actions} />}
        {running && <Clock instance={running} isNarrow={isNarrow} />}
        {running && !isNarrow && (
          <>
            {running.extensions_left > 0 && (
              <Button size="sm" icon="clock" busy={actions.extend.isPending} onClick={() => actions.extend.mutate()}>
                Extend <span className={css.more}>{running.extensions_left} left</span>
              </Button>
            )}
            <Button size="sm" icon="refresh" onClick={() => setConfirming('restart')}>
              Restart
            </Button>
            <Button size="sm" variant="danger" icon="stop" onClick={() => setConfirming('stop')}>
              Stop
            </Button>
          </>
        )}
        {(lab.workspace === null || (!running && phase !== 'starting')) && (
          <Button ref={labPageButton} size="sm" variant="quiet" onClick={onLeave}>
            Lab page
          </Button>
        )}
        {running && isNarrow && (
          <Menu
            trigger={(props) => <Button {...props} variant="quiet" square icon={more} aria-label="Instance actions" />}
          >
            {socket !== null && <MenuNote>Target: {socket}</MenuNote>}
            {socket !== null && (
              <MenuItem icon="copy" onClick={() => void copyText(socket)}>
                Copy target
              </MenuItem>
            )}
            {mayOpen && (
              <MenuItem icon="external" onClick={() => actions.open.mutate()}>
                Open lab
              </MenuItem>
            )}
            {running.extensions_left > 0 && (
              <MenuItem icon="clock" onClick={() => actions.extend.mutate()}>
                Extend, {running.extensions_left} left
              </MenuItem>
            )}
            <MenuItem icon="refresh" onClick={() => setConfirming('restart')}>
              Restart …
            </MenuItem>
            <MenuItem icon="stop" onClick={() => setConfirming('stop')}>
              Stop …
            </MenuItem>
          </Menu>
        )}
      </div>
      {(error || actions.open.data) && (
        <p className={css.error} role="alert">
          {error ? messageOf(error) : <BlockedTab address={actions.open.data ?? ''} />}
        </p>
      )}
      {confirming && (
        <ConfirmInstanceAction
          confirming={confirming}
          lab={lab}
          actions={actions}
          onClose={() => setConfirming(undefined)}
          onDone={() => {
            isStopped.current = confirming === 'stop';
            setConfirming(undefined);
          }}
        />
      )}
    </section>
  );
}

function Target({ path }: { path: string }) {
  const [isCopied, setCopied] = useState(false);
  // Hides the confirmation after two seconds.
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <div className={css.target}>
      <Label as="span">Target</Label>
      <code>{path}</code>
      <Button
        variant="quiet"
        size="sm"
        square
        icon={isCopied ? 'tick' : 'copy'}
        aria-label="Copy target"
        onClick={() => void copyText(path).then(setCopied)}
      />
      <VisuallyHidden>
        <span role="status">{isCopied && 'Copied'}</span>
      </VisuallyHidden>
    </div>
  );
}

const OpenButton = ({ actions: { open } }: { actions: InstanceActions }) => (
  <Button size="sm" icon="external" busy={open.isPending} onClick={() => open.mutate()}>
    Open lab
  </Button>
);

const BlockedTab = ({ address }: { address: string }) => (
  <>
    Your browser blocked the new tab.{' '}
    <a href={address} target="_blank" rel="noopener noreferrer">
      Open the lab
    </a>{' '}
    within 30 seconds.
  </>
);

/** Seconds before the end at which the bar announces it. */
const warningSeconds = [5 * 60, 60] as const;

/** Shows the time left. Highlights the last five minutes, and announces the last five minutes and the last minute. */
function Clock({ instance, isNarrow }: { instance: Instance; isNarrow: boolean }) {
  const client = useQueryClient();
  const until = instance.expires_at === null ? null : Date.parse(instance.expires_at);
  const left = useSecondsLeft(until);
  const isOver = until !== null && left === 0;
  // Refetches the instance when the clock reaches zero, because only the server knows its new state.
  useEffect(() => {
    if (isOver) void client.invalidateQueries({ queryKey: instanceQuery(instance.lab).queryKey });
  }, [isOver, client, instance.lab]);
  const warned = until === null ? undefined : warningSeconds.findLast((at) => left <= at);
  return (
    <>
      <p className={css.live}>
        <span className={css.dot} />
        {isNarrow ? (
          <VisuallyHidden>Running</VisuallyHidden>
        ) : (
          <span>
            Running<span className={css.private}>, just for you</span>
          </span>
        )}
      </p>
      {until !== null && (
        <p
          className={css.clock}
          data-ending={warned !== undefined || undefined}
          role="timer"
          aria-label={`${countdownLabel(left)} left`}
        >
          {countdown(left)}
        </p>
      )}
      <VisuallyHidden>
        {/* Always in the page, so that screen readers announce changes. */}
        <span role="status">
          {warned !== undefined &&
            `The lab ends in ${warned === 60 ? 'one minute' : 'five minutes'}. ${
              instance.extensions_left > 0 ? 'Extend it to continue.' : 'Submit your flags now.'
            }`}
        </span>
      </VisuallyHidden>
    </>
  );
}

interface ConfirmInstanceActionProps {
  confirming: ConfirmedAction;
  lab: Lab;
  actions: InstanceActions;
  onClose: () => void;
  /** Called after the action has succeeded. */
  onDone: () => void;
}

function ConfirmInstanceAction({ confirming, lab, actions, onClose, onDone }: ConfirmInstanceActionProps) {
  const action = actions[confirming];
  const kept = lab.workspace ? 'Your home is kept. Programs in the terminals end. ' : '';
  return (
    <ConfirmDialog
      title={confirming === 'stop' ? 'Stop the lab?' : 'Restart the lab?'}
      action={confirming === 'stop' ? 'Stop lab' : 'Restart lab'}
      busy={action.isPending}
      error={action.error}
      onClose={onClose}
      onConfirm={() => action.mutate(undefined, { onSuccess: onDone })}
    >
      {kept}
      {confirming === 'stop'
        ? 'The next instance has new flags. You can still submit flags of this instance for one day.'
        : 'The new instance is fresh: new flags and the full time.'}
    </ConfirmDialog>
  );
}
