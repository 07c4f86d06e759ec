import type { VoucherOffer } from '@hexpedition/contract';
import { useEffect, useRef } from 'react';
import { day, plural, tierName } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Label } from '#ui/label.tsx';
import css from './vouchers.module.css';

interface Props {
  offer: VoucherOffer;
  busy: boolean;
  onRedeem: () => void;
  onDismiss: () => void;
}

/** Preview of a voucher: what it unlocks, and whether it adds anything to the account's current access. */
export function VoucherPreview({ offer, busy, onRedeem, onDismiss }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The preview has just appeared: continue reading here.
  useEffect(() => heading.current?.focus(), []);
  const { number, name, tier, months, worth, holder } = offer;
  return (
    <Card tone="beacon" className={css.offer ?? ''} as="section" aria-labelledby="offer">
      <Label tone="beacon">
        {name} · No. {number}
      </Label>
      <h2 id="offer" className={css.title} ref={heading} tabIndex={-1}>
        {tierName(tier)} for {plural(months, 'month')}
      </h2>
      <p>{timeText(offer)}</p>
      {worth !== 'now' && worth !== 'yours' && <p className={css.mind}>{worthText(offer)}</p>}
      {holder && worth !== 'yours' && (
        <p className={css.quiet}>
          <b>{holder}</b> holds this voucher. They can see that you have a seat and can take it back.
        </p>
      )}
      {worth === 'yours' ? (
        <div className={css.actions}>
          <Button onClick={onDismiss}>Close</Button>
        </div>
      ) : (
        <div className={css.actions}>
          <Button variant={worth === 'nothing' ? 'secondary' : 'primary'} busy={busy} onClick={onRedeem}>
            {worth === 'nothing' ? 'Redeem anyway' : 'Redeem'}
          </Button>
          <Button variant="quiet" onClick={onDismiss}>
            Not now
          </Button>
        </div>
      )}
    </Card>
  );
}

function timeText({ worth, waits, from, until }: VoucherOffer): string {
  if (worth === 'yours') return `You have redeemed this voucher. It runs from ${day(from)} until ${day(until)}.`;
  if (!waits) return `From now until ${day(until)}.`;
  return `It starts on ${day(from)}, when your current voucher ends, and runs until ${day(until)}.`;
}

function worthText({ worth, covered }: VoucherOffer): string {
  if (!covered) return '';
  const name = tierName(covered.tier);
  if (covered.until === null) {
    return `You already have ${name} with no end date. This voucher would add nothing. Keep it or give it to someone else.`;
  }
  return worth === 'nothing'
    ? `You already have ${name} until ${day(covered.until)}, so this voucher would add nothing.`
    : `You already have ${name} until ${day(covered.until)}. Both run at the same time: this voucher adds only the time after that.`;
}
