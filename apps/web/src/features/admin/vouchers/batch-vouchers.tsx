import type { BatchVouchers as Answer, VoucherBatch } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { day, plural } from '#lib/format.ts';
import { useApi, usePersonalQuery } from '#lib/query.ts';
import { Ask } from '#ui/ask.tsx';
import { Button } from '#ui/button.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import { LoadMore } from '#ui/load-more.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import admin from '../admin.module.css';
import css from './batches.module.css';
import { batchQuery } from './queries.ts';
import { SaveBatch } from './save-batch.tsx';

/** What became of the vouchers of a batch, with switches that stop them from being redeemed. */
export function BatchVouchers({ batch }: { batch: VoucherBatch }) {
  const { data, error, refetch } = usePersonalQuery({ ...batchQuery(batch.pk), staleTime: 0 });
  const disable = useDisable(batch.pk);
  const isOff = batch.disabled === batch.vouchers;
  const [asks, setAsks] = useState(false);
  return (
    <>
      <div className={admin.actions}>
        <Button
          size="sm"
          busy={disable.isPending}
          onClick={() => (isOff ? disable.mutate({ disabled: false }) : setAsks(true))}
        >
          {isOff ? 'Enable the batch' : 'Disable the batch'}
        </Button>
        <SaveBatch batch={batch} />
        {asks && (
          <Ask
            title={`Disable ${batch.name}?`}
            action="Disable"
            busy={disable.isPending}
            error={disable.error}
            onClose={() => setAsks(false)}
            onConfirm={() => disable.mutate({ disabled: true }, { onSettled: () => setAsks(false) })}
          >
            Its codes open nothing until you enable it again. Seats that are taken stay.
          </Ask>
        )}
        <FormStatus
          error={disable.error}
          done={disable.isSuccess && (isOff ? 'Disabled. Seats that are taken stay.' : 'Enabled.')}
        />
      </div>
      {error && !data && <LoadMore busy={false} error={error} onPress={() => void refetch()} />}
      {!data && !error && <Skeleton lines={3} />}
      {data && <Vouchers page={data} />}
    </>
  );
}

function Vouchers({ page }: { page: Answer }) {
  const { batch } = page;
  return (
    <>
      <ul className={css.vouchers}>
        {page.vouchers.map((voucher) => (
          <VoucherLine key={voucher.number} batch={batch} voucher={voucher} />
        ))}
      </ul>
      {page.next_cursor && <More key={page.next_cursor} batch={batch.pk} cursor={page.next_cursor} />}
    </>
  );
}

function More({ batch, cursor }: { batch: number; cursor: string }) {
  const [wanted, setWanted] = useState(false);
  const { data, error, refetch } = usePersonalQuery(batchQuery(batch, cursor), wanted);
  if (data && wanted) return <Vouchers page={data} />;
  return <LoadMore busy={wanted && !error} error={error} onPress={() => (error ? void refetch() : setWanted(true))} />;
}

function VoucherLine({ batch, voucher }: { batch: VoucherBatch; voucher: Answer['vouchers'][number] }) {
  const disable = useDisable(batch.pk);
  const { number, disabled } = voucher;
  return (
    <li className={css.voucher}>
      <span className={css.number}>{number}</span>
      <p>{stateText(batch, voucher)}</p>
      <Button
        size="sm"
        variant="quiet"
        busy={disable.isPending}
        aria-label={`${disabled ? 'Enable' : 'Disable'} voucher ${number}`}
        onClick={() => disable.mutate({ number, disabled: !disabled })}
      >
        {disabled ? 'Enable' : 'Disable'}
      </Button>
      {disable.error && <p role="alert">{messageOf(disable.error)}</p>}
    </li>
  );
}

/** Such as `2 of 3 seats taken: mara, tove`, `free`, `redeemed by mara on 3 Mar 2027`. */
export function stateText(
  { uses }: VoucherBatch,
  { taken, disabled, redeemed_by, redeemed_at }: Answer['vouchers'][number],
) {
  const names = redeemed_by.length > 0 ? redeemed_by.join(', ') : 'a deleted account';
  const more = taken > redeemed_by.length && redeemed_by.length > 0 ? ' and others' : '';
  const state =
    taken === 0
      ? 'free'
      : uses === 1
        ? `redeemed by ${names}${redeemed_at ? ` on ${day(redeemed_at)}` : ''}`
        : `${taken} of ${plural(uses, 'seat')} taken: ${names}${more}`;
  return disabled ? `${state}; disabled` : state;
}

function useDisable(batch: number) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { number?: number; disabled: boolean }) =>
      api('POST /api/admin/vouchers/:batch/disable', { params: { batch }, body }),
    // The list says how many are disabled, and the batch which.
    onSuccess: () =>
      client.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith('GET /api/admin/vouchers'),
      }),
  });
}
