import type { Bounces } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { when } from '#lib/format.ts';
import { useApi } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import admin from '../admin.module.css';
import lines from '../lines.module.css';
import css from './email.module.css';

type Bounce = Bounces['bounces'][number];

interface Props {
  bounces: Bounce[];
  /** On the page of one account: whose they are needs no saying. */
  ofOne?: boolean;
}

/** Addresses that took no mail, each with the way to forget that. */
export function BounceLines({ bounces, ofOne }: Props) {
  const list = useRef<HTMLDivElement>(null);
  return (
    <div ref={list} tabIndex={-1} className={css.bounces}>
      <ul className={lines.list} aria-label="Bounces">
        {bounces.map((bounce) => (
          // The button that was pressed goes with its line: reading goes on at the list.
          <BounceLine key={bounce.pk} bounce={bounce} ofOne={ofOne} onForgotten={() => list.current?.focus()} />
        ))}
      </ul>
    </div>
  );
}

interface LineProps {
  bounce: Bounce;
  ofOne: boolean | undefined;
  onForgotten: () => void;
}

function BounceLine({ bounce: { pk, username, address, permanent, reason, at }, ofOne, onForgotten }: LineProps) {
  const api = useApi();
  const client = useQueryClient();
  const forget = useMutation({
    // Somebody else may have forgotten it already.
    meta: { suppress: [404] },
    mutationFn: () => api('DELETE /api/admin/bounces/:pk', { params: { pk } }),
    onSuccess: async () => {
      const changed = ['GET /api/admin/bounces', 'GET /api/admin/people/:username/mails'];
      await Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey: [queryKey] })));
      onForgotten();
    },
  });
  return (
    <li className={lines.item}>
      <div className={css.bounce}>
        <p className={css.facts}>
          <span className={css.name}>{address}</span>
          <Chip tone={permanent ? 'coral' : 'plain'}>{permanent ? 'for good' : 'for now'}</Chip>
          {!ofOne && (
            <Link to="/admin/people/$username" params={{ username }}>
              {username}
            </Link>
          )}
          <time dateTime={at}>{when(at)}</time>
        </p>
        {reason && <p className={css.reason}>{reason}</p>}
        <div className={admin.actions}>
          <Button
            size="sm"
            busy={forget.isPending}
            aria-label={`Forget the bounce of ${address}`}
            onClick={() => forget.mutate()}
          >
            Forget
          </Button>
          <FormStatus error={forget.error} />
        </div>
      </div>
    </li>
  );
}
