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
  /** Leaves out the account, for the page of one account. */
  hideAccount?: boolean;
}

/** Bounced addresses, each with a button that clears the bounce. */
export function BounceList({ bounces, hideAccount }: Props) {
  const list = useRef<HTMLDivElement>(null);
  return (
    <div ref={list} tabIndex={-1} className={css.bounces}>
      <ul className={lines.list} aria-label="Bounces">
        {bounces.map((bounce) => (
          // Clearing removes the row with its button, so the focus moves to the list.
          <BounceRow
            key={bounce.pk}
            bounce={bounce}
            hideAccount={hideAccount}
            onCleared={() => list.current?.focus()}
          />
        ))}
      </ul>
    </div>
  );
}

interface RowProps {
  bounce: Bounce;
  hideAccount: boolean | undefined;
  onCleared: () => void;
}

function BounceRow({ bounce: { pk, username, address, permanent, reason, at }, hideAccount, onCleared }: RowProps) {
  const api = useApi();
  const client = useQueryClient();
  const clear = useMutation({
    // Another superuser may have cleared it already.
    meta: { suppress: [404] },
    mutationFn: () => api('DELETE /api/admin/bounces/:pk', { params: { pk } }),
    onSuccess: async () => {
      const changed = ['GET /api/admin/bounces', 'GET /api/admin/users/:username/mails'];
      await Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey: [queryKey] })));
      onCleared();
    },
  });
  return (
    <li className={lines.item}>
      <div className={css.bounce}>
        <p className={css.facts}>
          <span className={css.name}>{address}</span>
          <Chip tone={permanent ? 'coral' : 'plain'}>{permanent ? 'permanent' : 'temporary'}</Chip>
          {!hideAccount && (
            <Link to="/admin/users/$username" params={{ username }}>
              {username}
            </Link>
          )}
          <time dateTime={at}>{when(at)}</time>
        </p>
        {reason && <p className={css.reason}>{reason}</p>}
        <div className={admin.actions}>
          <Button
            size="sm"
            busy={clear.isPending}
            aria-label={`Clear the bounce of ${address}`}
            onClick={() => clear.mutate()}
          >
            Clear
          </Button>
          <FormStatus error={clear.error} />
        </div>
      </div>
    </li>
  );
}
