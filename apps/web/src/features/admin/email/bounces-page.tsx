import type { Bounces } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { day } from '#lib/format.ts';
import { useApi, usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { cx } from '#ui/cx.ts';
import { DidNotLoad } from '#ui/did-not-load.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import { LoadMore } from '#ui/load-more.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import admin from '../admin.module.css';
import lines from '../lines.module.css';
import css from './email.module.css';
import { EmailFrame } from './email-frame.tsx';
import { bouncesQuery } from './queries.ts';

type Bounce = Bounces['bounces'][number];

/** Addresses that took no mail. */
export function BouncesPage() {
  const { data, error, isFetching, refetch } = usePersonalQuery({ ...bouncesQuery(), staleTime: 0 });
  return (
    <EmailFrame lead="Addresses that a mail server refused. Announcements no longer go to those that bounced for good, until their owner changes the address or you forget the bounce.">
      {error && !data && <DidNotLoad what="The bounces" {...{ error, isFetching, refetch }} />}
      {!data && !error && <Skeleton shape="block" lines={3} />}
      {data?.bounces.length === 0 && (
        <EmptyState icon="tick" title="Nothing has come back">
          <p>What a mail server refuses, or reports later, appears here.</p>
        </EmptyState>
      )}
      {data && data.bounces.length > 0 && <BounceList page={data} />}
    </EmailFrame>
  );
}

function BounceList({ page }: { page: Bounces }) {
  return (
    <>
      <ul>
        {page.bounces.map((bounce) => (
          <BounceLine key={bounce.pk} bounce={bounce} />
        ))}
      </ul>
      {page.next_cursor && <More key={page.next_cursor} cursor={page.next_cursor} />}
    </>
  );
}

function More({ cursor }: { cursor: string }) {
  const [wanted, setWanted] = useState(false);
  const { data, error, refetch } = usePersonalQuery(bouncesQuery(cursor), wanted);
  if (data && wanted) return <BounceList page={data} />;
  return <LoadMore busy={wanted && !error} error={error} onPress={() => (error ? void refetch() : setWanted(true))} />;
}

function BounceLine({ bounce }: { bounce: Bounce }) {
  const { pk, username, address, permanent, reason, at } = bounce;
  const api = useApi();
  const client = useQueryClient();
  const forget = useMutation({
    mutationFn: () => api('DELETE /api/admin/bounces/:pk', { params: { pk } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['GET /api/admin/bounces'] }),
  });
  return (
    <li className={cx(lines.item, css.item)}>
      <div className={css.bounce}>
        <p className={css.name}>{address}</p>
        <p className={css.facts}>
          <span>{username}</span>
          <span>{day(at)}</span>
          <Chip tone={permanent ? 'coral' : 'plain'}>{permanent ? 'for good' : 'for now'}</Chip>
        </p>
        {reason && <p className={css.reason}>{reason}</p>}
        <div className={admin.actions}>
          <Button
            size="sm"
            variant="quiet"
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
