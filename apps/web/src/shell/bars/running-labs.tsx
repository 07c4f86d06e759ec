import type { RunningInstances } from '@hexpedition/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { countdownLabel } from '#lib/countdown-text.ts';
import { useSecondsLeft } from '#lib/use-seconds-left.ts';
import { cx } from '#ui/cx.ts';
import { Icon } from '#ui/icon.tsx';
import { Menu, MenuLink } from '#ui/menu.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { runningLabsQuery } from '../../entities/lab/running-labs-query.ts';
import css from './running-labs.module.css';

type RunningInstance = RunningInstances['instances'][number];

const endOf = ({ expires_at }: RunningInstance) => (expires_at === null ? null : Date.parse(expires_at));
const byEnd = (a: RunningInstance, b: RunningInstance) =>
  (endOf(a) ?? Number.POSITIVE_INFINITY) - (endOf(b) ?? Number.POSITIVE_INFINITY);

/** Seconds left at which the badge warns; the same as on the lab page. */
const warnBelow = 5 * 60;

/** Running labs in the top bar, with the time left: a link for one lab, a menu for several. */
export default function RunningLabs({ labs }: { labs: RunningInstances['instances'] }) {
  const [first, ...others] = [...labs].sort(byEnd);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const client = useQueryClient();
  const until = first ? endOf(first) : null;
  const left = useSecondsLeft(until);
  const over = until !== null && left === 0;
  // The time has run out; only the server knows the new state of the instance.
  useEffect(() => {
    if (over) void client.invalidateQueries({ queryKey: runningLabsQuery.queryKey });
  }, [over, client]);
  if (!first || over) return null;

  const status = first.status === 'queued' ? 'waiting in the queue' : 'starting';
  const words =
    first.expires_at === null ? `${first.name} ${status}` : `${first.name} running, ${countdownLabel(left)} left`;
  const face = (
    <>
      <Icon name="flask" size={16} />
      {others.length > 0 && (
        <span className={css.count} aria-hidden="true">
          {labs.length}
        </span>
      )}
      <span aria-hidden="true">{first.expires_at === null ? '··:··' : minutesAndSeconds(left)}</span>
      <VisuallyHidden>
        {others.length > 0 ? `${labs.length} labs. ` : 'Lab: '}
        {words}
      </VisuallyHidden>
    </>
  );
  // The lab page shows its own countdown, so a second one is hidden.
  const isHere = others.length === 0 && path === `/lab/${first.lab}`;
  const className = cx(css.badge, until !== null && left <= warnBelow && css.ending);
  if (others.length === 0) {
    return (
      <Link to="/lab/$slug" params={{ slug: first.lab }} className={className} data-here={isHere || undefined}>
        {face}
      </Link>
    );
  }
  return (
    <Menu
      key={path}
      trigger={(props) => (
        <button type="button" {...props} className={className}>
          {face}
        </button>
      )}
    >
      {[first, ...others].map(({ lab, name }) => (
        <MenuLink key={lab} icon="flask" to="/lab/$slug" params={{ slug: lab }}>
          {name}
        </MenuLink>
      ))}
    </Menu>
  );
}

/** Formats `42:10` or `102:10`, narrower than with hours. */
const minutesAndSeconds = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
