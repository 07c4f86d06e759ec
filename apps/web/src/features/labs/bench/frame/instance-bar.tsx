import type { Instance, Lab } from '@hexpedition/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { clock, clockWords } from '#lib/clock.ts';
import { copyText } from '#lib/copy-text.ts';
import { useSecondsLeft } from '#lib/use-seconds-left.ts';
import { Ask } from '#ui/ask.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Label } from '#ui/label.tsx';
import { Menu, MenuItem, MenuNote } from '#ui/menu.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { phaseOf } from '../../instance/instance-state.ts';
import { instanceQuery } from '../../queries.public.ts';
import { topics } from '../../topics.ts';
import { more } from '../bench-icons.ts';
import css from './instance-bar.module.css';
import type { InstanceActs } from './use-instance-acts.ts';

interface Props {
  lab: Lab;
  instance: Instance | null;
  acts: InstanceActs;
  isNarrow: boolean;
  /** Back to the lab's ordinary page. */
  onLeave: () => void;
}

type Question = 'stop' | 'restart';

/** Below the top bar: the way back, the target, how long it runs, and what can be done with it. */
export function InstanceBar({ lab, instance, acts, isNarrow, onLeave }: Props) {
  const [asked, setAsked] = useState<Question>();
  const about = useRef<HTMLButtonElement>(null);
  const isStopped = useRef(false);
  const phase = acts.restart.isPending ? 'waking' : phaseOf(instance);
  // The button that stopped it is gone; the focus goes on to what stands in its place, once the question is gone too.
  useEffect(() => {
    if (asked || !isStopped.current || phase === 'running') return;
    isStopped.current = false;
    about.current?.focus();
  }, [asked, phase]);
  const running = phase === 'running' ? instance : null;
  const error = acts.extend.error ?? acts.open.error;
  const socket = lab.workspace?.socket ?? null;
  const mayOpen = running !== null && lab.serves === 'http';
  return (
    <section className={css.bar} data-part data-pane aria-label="Your instance">
      <nav className={css.way} aria-label="Where this is">
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
        {!isNarrow && mayOpen && <OpenButton acts={acts} />}
        {running && <Clock instance={running} isNarrow={isNarrow} />}
        {running && !isNarrow && (
          <>
            {running.extensions_left > 0 && (
              <Button size="sm" icon="clock" busy={acts.extend.isPending} onClick={() => acts.extend.mutate()}>
                Extend <span className={css.more}>{running.extensions_left} left</span>
              </Button>
            )}
            <Button size="sm" icon="refresh" onClick={() => setAsked('restart')}>
              Restart
            </Button>
            <Button size="sm" variant="danger" icon="stop" onClick={() => setAsked('stop')}>
              Stop
            </Button>
          </>
        )}
        {(lab.workspace === null || (!running && phase !== 'waking')) && (
          <Button ref={about} size="sm" variant="quiet" onClick={onLeave}>
            About the lab
          </Button>
        )}
        {running && isNarrow && (
          <Menu
            trigger={(props) => (
              <Button {...props} variant="quiet" square icon={more} aria-label="More about your instance" />
            )}
          >
            {socket !== null && <MenuNote>Target: {socket}</MenuNote>}
            {socket !== null && (
              <MenuItem icon="copy" onClick={() => void copyText(socket)}>
                Copy the target
              </MenuItem>
            )}
            {mayOpen && (
              <MenuItem icon="external" onClick={() => acts.open.mutate()}>
                Open lab
              </MenuItem>
            )}
            {running.extensions_left > 0 && (
              <MenuItem icon="clock" onClick={() => acts.extend.mutate()}>
                Extend, {running.extensions_left} left
              </MenuItem>
            )}
            <MenuItem icon="refresh" onClick={() => setAsked('restart')}>
              Restart …
            </MenuItem>
            <MenuItem icon="stop" onClick={() => setAsked('stop')}>
              Stop …
            </MenuItem>
          </Menu>
        )}
      </div>
      {(error || acts.open.data) && (
        <p className={css.said} role="alert">
          {error ? messageOf(error) : <BlockedTab address={acts.open.data ?? ''} />}
        </p>
      )}
      {asked && (
        <Question
          asked={asked}
          lab={lab}
          acts={acts}
          onClose={() => setAsked(undefined)}
          onDone={() => {
            isStopped.current = asked === 'stop';
            setAsked(undefined);
          }}
        />
      )}
    </section>
  );
}

function Target({ path }: { path: string }) {
  const [isCopied, setCopied] = useState(false);
  // The word goes after a moment.
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
        aria-label="Copy the target"
        onClick={() => void copyText(path).then(setCopied)}
      />
      <VisuallyHidden>
        <span role="status">{isCopied && 'Copied'}</span>
      </VisuallyHidden>
    </div>
  );
}

const OpenButton = ({ acts: { open } }: { acts: InstanceActs }) => (
  <Button size="sm" icon="external" busy={open.isPending} onClick={() => open.mutate()}>
    Open lab
  </Button>
);

const BlockedTab = ({ address }: { address: string }) => (
  <>
    Your browser blocked the new tab.{' '}
    <a href={address} target="_blank" rel="noopener noreferrer">
      Open the lab from here
    </a>
    , within 30 seconds.
  </>
);

/** When it is said that a lab ends, in seconds. */
const warnings = [5 * 60, 60] as const;

/** How long it still runs; warm in the last five minutes, and said aloud then and in the last one. */
function Clock({ instance, isNarrow }: { instance: Instance; isNarrow: boolean }) {
  const client = useQueryClient();
  const until = instance.expires_at === null ? null : Date.parse(instance.expires_at);
  const left = useSecondsLeft(until);
  const isOver = until !== null && left === 0;
  // The clock has run out; only the server knows what became of the instance.
  useEffect(() => {
    if (isOver) void client.invalidateQueries({ queryKey: instanceQuery(instance.lab).queryKey });
  }, [isOver, client, instance.lab]);
  const warned = until === null ? undefined : warnings.findLast((at) => left <= at);
  return (
    <>
      <p className={css.live}>
        <span className={css.dot} />
        {isNarrow ? (
          <VisuallyHidden>Running</VisuallyHidden>
        ) : (
          <span>
            Running<span className={css.alone}>, yours alone</span>
          </span>
        )}
      </p>
      {until !== null && (
        <p
          className={css.clock}
          data-ending={warned !== undefined || undefined}
          role="timer"
          aria-label={`${clockWords(left)} left`}
        >
          {clock(left)}
        </p>
      )}
      <VisuallyHidden>
        {/* In the page from the start, so that screen readers notice when it fills. */}
        <span role="status">
          {warned !== undefined &&
            `The lab ends in ${warned === 60 ? 'a minute' : 'five minutes'}. ${
              instance.extensions_left > 0 ? 'Extend it to go on.' : 'Hand in what you have.'
            }`}
        </span>
      </VisuallyHidden>
    </>
  );
}

interface QuestionProps {
  asked: Question;
  lab: Lab;
  acts: InstanceActs;
  onClose: () => void;
  /** It is done. */
  onDone: () => void;
}

function Question({ asked, lab, acts, onClose, onDone }: QuestionProps) {
  const act = acts[asked];
  const kept = lab.workspace ? 'Your home is kept, and what runs in the terminals ends. ' : '';
  return (
    <Ask
      title={asked === 'stop' ? 'Stop the lab?' : 'Restart the lab?'}
      action={asked === 'stop' ? 'Stop the lab' : 'Restart it'}
      busy={act.isPending}
      error={act.error}
      onClose={onClose}
      onConfirm={() => act.mutate(undefined, { onSuccess: onDone })}
    >
      {kept}
      {asked === 'stop'
        ? 'The next one has flags of its own; what you have found in this one can be handed in for another day.'
        : 'The lab starts as new, with flags of its own and the whole time before it.'}
    </Ask>
  );
}
