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
  onDrop: () => void;
}

/** What a voucher would give, and whether that is worth it. */
export function Offer({ offer, busy, onRedeem, onDrop }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  // It has just appeared as the answer to what was pressed: reading goes on here.
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
          <b>{holder}</b> holds this voucher: they see that you have a seat, and can take it back.
        </p>
      )}
      {worth === 'yours' ? (
        <div className={css.actions}>
          <Button onClick={onDrop}>Close</Button>
        </div>
      ) : (
        <div className={css.actions}>
          <Button variant={worth === 'nothing' ? 'secondary' : 'primary'} busy={busy} onClick={onRedeem}>
            {worth === 'nothing' ? 'Redeem all the same' : 'Redeem'}
          </Button>
          <Button variant="quiet" onClick={onDrop}>
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
  return `It begins on ${day(from)}, when your voucher before it ends, and runs until ${day(until)}.`;
}

function worthText({ worth, covered }: VoucherOffer): string {
  if (!covered) return '';
  const name = tierName(covered.tier);
  if (covered.until === null) {
    return `You have ${name} already, without an end. This voucher would add nothing: keep it, or give it to somebody else.`;
  }
  return worth === 'nothing'
    ? `You have ${name} already until ${day(covered.until)}, so this voucher would add nothing.`
    : `You have ${name} already until ${day(covered.until)}. Both run side by side: this voucher adds only what comes after that.`;
}
