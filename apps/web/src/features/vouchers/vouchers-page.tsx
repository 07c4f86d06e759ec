import type { RedeemedVoucher } from '@hexpedition/contract';
import { SubscriptionTabs } from '#entities/plan/subscription-tabs.tsx';
import { day, tierName } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { Chip } from '#ui/chip.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Page } from '#ui/page.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { ClassList } from './class-list.tsx';
import { RedeemForm } from './redeem-form.tsx';
import { vouchersQuery } from './voucher-queries.ts';
import css from './vouchers.module.css';

function RedeemedList({ redeemed }: { redeemed: readonly RedeemedVoucher[] }) {
  if (redeemed.length === 0) return <p className={css.quiet}>No vouchers yet. Enter a code or open a voucher link.</p>;
  return (
    <ul className={css.list}>
      {redeemed.map((voucher) => (
        <li key={voucher.number} className={css.row}>
          <div className={css.words}>
            <p className={css.name}>{voucher.name}</p>
            <p className={css.facts}>
              <span>{stateText(voucher, Date.now())}</span>
              <span>No. {voucher.number}</span>
              {voucher.holder && <span>Held by {voucher.holder}</span>}
            </p>
          </div>
          <Chip tone={isRunning(voucher, Date.now()) ? 'phosphor' : 'plain'}>{tierName(voucher.tier)}</Chip>
        </li>
      ))}
    </ul>
  );
}

const isRunning = ({ from, until }: RedeemedVoucher, now: number): boolean =>
  from !== null && until !== null && Date.parse(from) <= now && now < Date.parse(until);

export function stateText({ released_at, from, until }: RedeemedVoucher, now: number): string {
  if (released_at) return `Taken back on ${day(released_at)}`;
  if (from === null || until === null) return 'Ended';
  if (now < Date.parse(from)) return `From ${day(from)} until ${day(until)}`;
  return `${now < Date.parse(until) ? 'Until' : 'Ended on'} ${day(until)}`;
}

export function VouchersPage() {
  const { data, error, isFetching, refetch } = usePersonalQuery({ ...vouchersQuery(), staleTime: 0 });
  return (
    <Page
      label="Your account"
      title="Vouchers"
      lead="A voucher unlocks a tier for several months, without a subscription."
    >
      <SubscriptionTabs />
      <div className={css.columns}>
        <RedeemForm />
        <section className={css.own} aria-labelledby="redeemed">
          <h2 id="redeemed" className={css.title}>
            Redeemed
          </h2>
          {error && <LoadError what="Your vouchers" {...{ error, isFetching, refetch }} />}
          {!data && !error && <Skeleton lines={3} />}
          {data && <RedeemedList redeemed={data.redeemed} />}
        </section>
      </div>
      {data && data.held.length > 0 && <ClassList page={data} />}
    </Page>
  );
}
