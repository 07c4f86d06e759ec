import type { ExplainedTier, TierReason } from '@hexpedition/contract';
import { formatMoney } from '@hexpedition/contract/money';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { cardText } from '#entities/plan/card-text.ts';
import { subscriptionTitle } from '#entities/plan/subscription-title.ts';
import { isApiError, messageOf } from '#lib/api-error.ts';
import { day, tierName } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Chip } from '#ui/chip.tsx';
import { Form, FormActions, useForm } from '#ui/form.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextField } from '#ui/text-field.tsx';
import admin from '../admin.module.css';
import { explainedTierQuery } from '../admin-queries.ts';
import css from './payments.module.css';

/** Form that explains an account's tier. The username is in the URL, so that the answer can be shared. */
export function TierLookup({ username }: { username: string | undefined }) {
  const navigate = useNavigate();
  const form = useForm({
    fields: ['username'],
    check: (values) => ({ username: values.username === '' ? 'Enter a username.' : undefined }),
    send: async (values) => {
      await navigate({ to: '/admin/payments', search: { username: values.username }, resetScroll: false });
    },
  });
  return (
    <section className={admin.section} aria-labelledby="look-up">
      <h2 id="look-up" className={css.title}>
        Why this tier?
      </h2>
      <Form form={form} className={css.form ?? ''}>
        <TextField
          label="Username"
          name="username"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          required
          defaultValue={username}
          error={form.problems.username}
        />
        <FormActions>
          <Button type="submit" icon="search">
            Look up
          </Button>
        </FormActions>
      </Form>
      {username && <TierExplanation key={username} username={username} takesFocus={form.isSuccess} />}
    </section>
  );
}

interface TierExplanationProps {
  username: string;
  /** Moves the focus to the answer after the form was submitted. */
  takesFocus: boolean;
}

function TierExplanation({ username, takesFocus }: TierExplanationProps) {
  const { data, error } = usePersonalQuery({
    ...explainedTierQuery(username),
    staleTime: 0,
    meta: { suppress: [404] },
  });
  if (error) {
    return (
      <Callout
        kind="warning"
        role="alert"
        title={isApiError(error, 'not_found') ? `No user is named ${username}.` : messageOf(error)}
      />
    );
  }
  return data ? <Explanation explained={data} takesFocus={takesFocus} /> : <Skeleton lines={3} />;
}

function Explanation({ explained, takesFocus }: { explained: ExplainedTier; takesFocus: boolean }) {
  const { username, tier, is_superuser, reasons, subscription } = explained;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <div className={css.explained}>
      <h3 ref={heading} tabIndex={-1} className={css.name}>
        {username} <Chip tone={tier > 0 ? 'phosphor' : 'plain'}>{tierName(tier)}</Chip>
      </h3>
      {is_superuser && <p>Superusers can access everything, regardless of their tier.</p>}
      {reasons.length === 0 && <p className={css.quiet}>This account has never had an entitlement.</p>}
      {reasons.length > 0 && (
        <ul>
          {reasons.map((reason) => (
            <li key={`${reason.source} ${reason.reference} ${reason.from}`} className={css.reason}>
              <span>
                {tierName(reason.tier)} by {sourceNames[reason.source]}
                <span className={admin.facts}>
                  {reason.reference && <code>{reason.reference}</code>}
                  <span>{formatPeriod(reason)}</span>
                </span>
              </span>
              <Chip tone={stateTones[reason.state]}>{entitlementStateNames[reason.state]}</Chip>
            </li>
          ))}
        </ul>
      )}
      {subscription && <SubscriptionFacts subscription={subscription} />}
    </div>
  );
}

function SubscriptionFacts({ subscription }: { subscription: NonNullable<ExplainedTier['subscription']> }) {
  const { id, status, started_at, renews_at, ends_at, grace_until, currency, amount, total, discount, card } =
    subscription;
  const facts = [
    `since ${day(started_at)}`,
    renews_at && `renews on ${day(renews_at)}`,
    ends_at && `ends on ${day(ends_at)}`,
    grace_until && `access until ${day(grace_until)}`,
    total === null ? `${formatMoney(amount, currency, null)} without tax` : formatMoney(total, currency, null),
    discount && (discount.ends_at ? `discount until ${day(discount.ends_at)}` : 'discount'),
    card && cardText(card),
  ].filter((fact) => typeof fact === 'string');
  return (
    <div className={css.reason}>
      <span>
        Subscription to {subscriptionTitle(subscription)}
        <span className={admin.facts}>
          <code>{id}</code>
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </span>
      </span>
      <Chip tone={status === 'active' ? 'phosphor' : status === 'past_due' ? 'coral' : 'plain'}>
        {status.replace('_', ' ')}
      </Chip>
    </div>
  );
}

const entitlementStateNames = { current: 'active', later: 'scheduled', over: 'expired' } as const;
const stateTones = { current: 'phosphor', later: 'beacon', over: 'plain' } as const;

const sourceNames = { subscription: 'subscription', voucher: 'voucher', grant: 'grant', invite: 'invitation code' };

const formatPeriod = ({ from, until }: TierReason): string =>
  until ? `${day(from)} to ${day(until)}` : `since ${day(from)}, no end date`;
