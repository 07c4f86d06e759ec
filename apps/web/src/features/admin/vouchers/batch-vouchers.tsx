import type { BatchVouchers as Answer, VoucherBatch } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { day, plural } from '#lib/format.ts';
import { useApi, usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import { LoadMore } from '#ui/load-more.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import admin from '../admin.module.css';
import { batchQuery } from '../admin-queries.ts';
import { BatchExport } from './batch-export.tsx';
import css from './batches.module.css';

/** Vouchers of a batch with their state, and buttons that disable one voucher or the whole batch. */
export function BatchVouchers({ batch }: { batch: VoucherBatch }) {
  const { data, error, refetch } = usePersonalQuery({ ...batchQuery(batch.pk), staleTime: 0 });
  const disable = useDisable(batch.pk);
  const isDisabled = batch.disabled === batch.vouchers;
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <div className={admin.actions}>
        <Button
          size="sm"
          busy={disable.isPending}
          onClick={() => (isDisabled ? disable.mutate({ disabled: false }) : setConfirming(true))}
        >
          {isDisabled ? 'Enable the batch' : 'Disable the batch'}
        </Button>
        <BatchExport batch={batch} />
        {isConfirming && (
          <ConfirmDialog
            title={`Disable ${batch.name}?`}
            action="Disable"
            busy={disable.isPending}
            error={disable.error}
            onClose={() => setConfirming(false)}
            onConfirm={() => disable.mutate({ disabled: true }, { onSettled: () => setConfirming(false) })}
          >
            Its codes cannot be redeemed until you enable it again. Redeemed seats stay active.
          </ConfirmDialog>
        )}
        <FormStatus
          error={disable.error}
          done={disable.isSuccess && (isDisabled ? 'Disabled. Redeemed seats stay active.' : 'Enabled.')}
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
          <VoucherRow key={voucher.number} batch={batch} voucher={voucher} />
        ))}
      </ul>
      {page.next_cursor && <More key={page.next_cursor} batch={batch.pk} cursor={page.next_cursor} />}
    </>
  );
}

function More({ batch, cursor }: { batch: number; cursor: string }) {
  const [isRequested, setRequested] = useState(false);
  const { data, error, refetch } = usePersonalQuery(batchQuery(batch, cursor), isRequested);
  if (data && isRequested) return <Vouchers page={data} />;
  return (
    <LoadMore
      busy={isRequested && !error}
      error={error}
      onPress={() => (error ? void refetch() : setRequested(true))}
    />
  );
}

function VoucherRow({ batch, voucher }: { batch: VoucherBatch; voucher: Answer['vouchers'][number] }) {
  const disable = useDisable(batch.pk);
  const { number, disabled } = voucher;
  return (
    <li className={css.voucher}>
      <span className={css.number}>{number}</span>
      <p>{voucherStateText(batch, voucher)}</p>
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

/** Describes the state of a voucher: `free`, `redeemed by mara on 3 Mar 2027`, `2 of 3 seats taken: mara, tove`. */
export function voucherStateText(
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
    // Both the list of batches and the batch show which vouchers are disabled.
    onSuccess: () =>
      client.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith('GET /api/admin/vouchers'),
      }),
  });
}
