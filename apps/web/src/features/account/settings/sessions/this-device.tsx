import type { SessionItem } from '@hexpedition/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLogOut } from '#shell/bars/use-log-out.ts';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { addressQuery } from '../../account-queries.ts';
import { DeviceIcon } from './device-icon.tsx';
import css from './sessions.module.css';
import { TimeAgo } from './time-ago.tsx';

/** @param line undefined while loading */
export function ThisDevice({ line, now }: { line: SessionItem | undefined; now: number }) {
  const logOut = useLogOut();
  const [leaving, setLeaving] = useState(false);
  if (!line) return <DeviceSkeleton />;
  return (
    <div className={css.row}>
      <DeviceIcon kind={line.kind} current />
      <div className={css.words}>
        <p className={css.device}>{line.device}</p>
        <p className={css.facts}>
          <span>
            Logged in <TimeAgo time={line.created_at} now={now} />
          </span>
          <OwnAddress />
        </p>
      </div>
      <Button
        size="sm"
        busy={leaving}
        onClick={() => {
          setLeaving(true);
          void logOut();
        }}
      >
        Log out
      </Button>
    </div>
  );
}

/** Shows the user's IP address, so that they recognise it in a mail or a log. */
function OwnAddress() {
  const { data, isError } = useQuery(addressQuery);
  if (isError) return null;
  return (
    <span>
      Your IP address is <span className={css.address}>{data ? data.ip : '…'}</span>
    </span>
  );
}

export const DeviceSkeleton = () => (
  <div className={css.row}>
    <Skeleton shape="hex" className={css.hexBone ?? ''} />
    <Skeleton lines={2} className={css.lineBones ?? ''} />
  </div>
);
