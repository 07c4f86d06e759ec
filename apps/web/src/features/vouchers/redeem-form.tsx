import type { RedeemedVoucher, VoucherOffer } from '@hexpedition/contract';
import type { TierCode } from '@hexpedition/contract/tiers';
import { codeProblem } from '@hexpedition/contract/voucher-code';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useFeatures } from '#entities/site/use-features.ts';
import { trainingsQuery } from '#entities/training/training-queries.ts';
import { day, plural, tierName } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { useApi } from '#lib/query.ts';
import { readSession, storeUser, useSession } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Card } from '#ui/card.tsx';
import { Form, FormActions, useForm } from '#ui/form.tsx';
import { Label } from '#ui/label.tsx';
import { TextField } from '#ui/text-field.tsx';
import { codeOf, takeCode } from '../../entities/voucher/voucher-link.ts';
import { vouchersQuery } from './voucher-queries.ts';
import css from './vouchers.module.css';

const maxNamed = 6;

/** Result of redeeming a voucher: its end date and the courses that it has unlocked. */
function RedeemedNotice({ voucher, before }: { voucher: RedeemedVoucher; before: TierCode }) {
  const { data } = useQuery(trainingsQuery);
  const { free_tier } = useFeatures();
  const now = useSession()?.user.account.tier ?? 0;
  const result = useRef<HTMLDivElement>(null);
  // The button that was pressed is removed: continue reading here.
  useEffect(() => result.current?.focus(), []);
  const opened = data?.trainings.filter(({ tier }) => tier > Math.max(before, free_tier) && tier <= now) ?? [];
  const { tier, from, until } = voucher;
  return (
    <div ref={result} tabIndex={-1} role="status" className={css.result}>
      <Callout kind="tip" title={`${tierName(tier)} is yours until ${until ? day(until) : 'further notice'}`}>
        {from && new Date(from) > new Date() ? (
          <p>It starts on {day(from)}, when your current voucher ends.</p>
        ) : opened.length === 0 ? (
          <p>No new courses: you already had access to everything it unlocks.</p>
        ) : (
          <>
            <p>{plural(opened.length, 'course')} unlocked, in your other tabs too:</p>
            <ul className={css.opened}>
              {opened.slice(0, maxNamed).map(({ slug, name }) => (
                <li key={slug}>
                  <Link to="/courses/$training" params={{ training: slug }}>
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
            {opened.length > maxNamed && (
              <p>
                and {opened.length - maxNamed} more on <Link to="/map">the map</Link>.
              </p>
            )}
          </>
        )}
      </Callout>
    </div>
  );
}

/** Checks a code, shows what it unlocks, and redeems it. A code from a link is checked on arrival. */
export function RedeemForm() {
  const api = useApi();
  const client = useQueryClient();
  /** Number of vouchers redeemed on this page; a new key empties the field after each. */
  const [round, setRound] = useState(0);
  const [checked, setChecked] = useState<{ secret: string; offer: VoucherOffer }>();
  const redeem = useMutation({
    meta: { suppress: [400, 409, 429] },
    mutationFn: async (secret: string) => {
      const before = readSession()?.user.account.tier ?? 0;
      const answer = await api('PUT /api/account/voucher/redeem', { body: { secret } });
      return { ...answer, before };
    },
    onSuccess: ({ user }) => {
      // Unlocks content here and, through the storage event, in other tabs.
      storeUser(user);
      setChecked(undefined);
      setRound((count) => count + 1);
      void client.invalidateQueries({ queryKey: vouchersQuery().queryKey.slice(0, 1) });
    },
  });
  const form = useForm({
    fields: ['secret'],
    check: ({ secret }) => ({ secret: codeProblem(codeOf(secret)) }),
    send: async (values) => {
      const secret = codeOf(values.secret);
      setChecked(undefined);
      return { secret, offer: await api('POST /api/account/voucher/redeem', { body: { secret } }) };
    },
    onSuccess: (answer) => {
      redeem.reset();
      setChecked(answer);
    },
  });
  const linkedCode = useCodeFromLink((secret) => form.submitValues({ secret }));
  return (
    <div className={css.redeem}>
      <Form form={form} key={`${linkedCode} ${round}`}>
        <TextField
          label="Code or link"
          name="secret"
          hint="We show you what it unlocks before you redeem it."
          mono
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={200}
          required
          defaultValue={round === 0 ? linkedCode : ''}
          error={form.problems.secret}
        />
        <FormActions>
          <Button type="submit" variant={checked ? 'secondary' : 'primary'} busy={form.isPending}>
            Check code
          </Button>
        </FormActions>
      </Form>
      {redeem.error && <Callout kind="danger" role="alert" title={problemText(redeem.error)} />}
      {checked && (
        <VoucherPreview
          key={checked.offer.number}
          offer={checked.offer}
          busy={redeem.isPending}
          onRedeem={() => redeem.mutate(checked.secret)}
          onDismiss={() => setChecked(undefined)}
        />
      )}
      {redeem.data && !checked && <RedeemedNotice voucher={redeem.data.voucher} before={redeem.data.before} />}
    </div>
  );
}

interface VoucherPreviewProps {
  offer: VoucherOffer;
  busy: boolean;
  onRedeem: () => void;
  onDismiss: () => void;
}

/** Preview of a voucher: what it unlocks, and whether it adds anything to the account's current access. */
function VoucherPreview({ offer, busy, onRedeem, onDismiss }: VoucherPreviewProps) {
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

/**
 * Takes the code from a voucher link and checks it. The code is removed from the address, so that it stays neither in
 * the history nor on the screen.
 */
function useCodeFromLink(check: (code: string) => void): string {
  const navigate = useNavigate();
  const hash = useLocation({ select: (location) => location.hash });
  const [linkedCode, setLinkedCode] = useState('');
  // The route has stored the code in sessionStorage before this page is rendered.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a code is checked once when it arrives, not on every render
  useEffect(() => {
    const code = takeCode();
    if (hash) void navigate({ to: '.', hash: '', replace: true });
    if (code === '') return;
    setLinkedCode(code);
    check(code);
  }, [hash]);
  return linkedCode;
}
