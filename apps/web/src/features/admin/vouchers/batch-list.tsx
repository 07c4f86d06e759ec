import type { VoucherBatch, VoucherBatches } from '@hexpedition/contract';
import { useState } from 'react';
import { day, number, plural, tierName } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { Chip } from '#ui/chip.tsx';
import { cx } from '#ui/cx.ts';
import { LoadMore } from '#ui/load-more.tsx';
import admin from '../admin.module.css';
import { batchesQuery } from '../admin-queries.ts';
import { ExpandableRow } from '../expandable-row.tsx';
import lines from '../lines.module.css';
import { BatchVouchers } from './batch-vouchers.tsx';
import css from './batches.module.css';

/** One page of batches, and the button that loads the next. */
export function BatchList({ page }: { page: VoucherBatches }) {
  return (
    <>
      <ul className={cx(lines.list, css.list)}>
        {page.batches.map((batch) => (
          <BatchRow key={batch.pk} batch={batch} />
        ))}
      </ul>
      {page.next_cursor && <More key={page.next_cursor} cursor={page.next_cursor} />}
    </>
  );
}

function More({ cursor }: { cursor: string }) {
  const [isRequested, setRequested] = useState(false);
  const { data, error, refetch } = usePersonalQuery(batchesQuery(cursor), isRequested);
  if (data && isRequested) return <BatchList page={data} />;
  return (
    <LoadMore
      busy={isRequested && !error}
      error={error}
      onPress={() => (error ? void refetch() : setRequested(true))}
    />
  );
}

function BatchRow({ batch }: { batch: VoucherBatch }) {
  return (
    <ExpandableRow
      className={css.line}
      summary={
        <>
          <span className={css.name}>{batch.name}</span>
          <span className={cx(admin.facts, css.facts)}>
            <span>
              {tierName(batch.tier)}, {plural(batch.months, 'month')}
            </span>
            <span>
              {number(batch.taken)} of {plural(batch.vouchers * batch.uses, 'seat')} taken
            </span>
            {batch.disabled > 0 && batch.disabled < batch.vouchers && <span>{batch.disabled} disabled</span>}
            {batch.expires_at && <span>{expiryText(batch.expires_at, Date.now())}</span>}
          </span>
          <BatchStateChip batch={batch} />
        </>
      }
    >
      <p className={cx(admin.facts, css.facts)}>
        <span>
          Created on {day(batch.made_at)} by {batch.made_by ?? 'a deleted account'}
        </span>
        <span>
          {plural(batch.vouchers, 'voucher')} of {plural(batch.uses, 'seat')}
        </span>
        {batch.holder && <span>Holder: {batch.holder}</span>}
      </p>
      <BatchVouchers batch={batch} />
    </ExpandableRow>
  );
}

/** State of a batch: disabled, expired, all seats taken, or open. */
function BatchStateChip({ batch: { disabled, vouchers, uses, taken, expires_at } }: { batch: VoucherBatch }) {
  const [tone, name] =
    disabled === vouchers
      ? (['coral', 'disabled'] as const)
      : expires_at && Date.parse(expires_at) < Date.now()
        ? (['plain', 'expired'] as const)
        : taken >= vouchers * uses
          ? (['plain', 'all taken'] as const)
          : (['phosphor', 'open'] as const);
  return (
    <span className={css.state}>
      <Chip tone={tone}>{name}</Chip>
    </span>
  );
}

const expiryText = (expiresAt: string, now: number): string =>
  `${Date.parse(expiresAt) < now ? 'Expired on' : 'Redeem by'} ${day(expiresAt)}`;
