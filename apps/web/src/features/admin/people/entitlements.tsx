import type { Entitlement, Person } from '@hexpedition/contract';
import { useState } from 'react';
import { day, tierName } from '#lib/format.ts';
import { Ask } from '#ui/ask.tsx';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { Form, FormActions, useForm } from '#ui/form.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import css from '../admin.module.css';
import { useAct } from './use-act.ts';

const tiers = [1, 2, 3, 42] as const;

const sourceNames = { subscription: 'subscription', voucher: 'voucher', grant: 'grant', invite: 'invitation code' };
const tones = { current: 'phosphor', later: 'beacon', over: 'plain' } as const;

/** What lifts the account's tier, and what a superuser adds to it. */
export function Entitlements({ person: { username, entitlements } }: { person: Person }) {
  const takeBack = useAct('POST /api/admin/people/:username/take_back', username);
  const [asked, setAsked] = useState<Entitlement>();
  const close = () => {
    setAsked(undefined);
    takeBack.reset();
  };
  return (
    <section className={css.section} aria-labelledby="entitlements">
      <h2 id="entitlements" className={css.title}>
        What lifts the tier
      </h2>
      {entitlements.length === 0 && <p className={css.quiet}>Nothing has ever lifted it.</p>}
      <ul>
        {entitlements.map((one) => (
          <li key={one.pk} className={css.row}>
            <span>
              {tierName(one.tier)} by {sourceNames[one.source]}
              <span className={css.facts}>
                {one.reference && <code>{one.reference}</code>}
                <span>{timeText(one)}</span>
              </span>
            </span>
            <span className={css.actions}>
              <Chip tone={tones[one.state]}>{one.state}</Chip>
              {one.source === 'grant' && one.state !== 'over' && (
                <Button size="sm" aria-label={`Take back ${tierName(one.tier)}`} onClick={() => setAsked(one)}>
                  Take back
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {asked && (
        <Ask
          title={`Take ${tierName(asked.tier)} back from ${username}?`}
          action="Take back"
          busy={takeBack.isPending}
          error={takeBack.error}
          onClose={close}
          onConfirm={() => takeBack.mutate({ pk: asked.pk }, { onSuccess: close })}
        >
          What it alone has opened closes at once. What was learned stays.
        </Ask>
      )}
      <GrantForm username={username} />
    </section>
  );
}

const timeText = ({ from, until }: Entitlement): string =>
  until ? `${day(from)} to ${day(until)}` : `since ${day(from)}, without an end`;

function GrantForm({ username }: { username: string }) {
  const grant = useAct('POST /api/admin/people/:username/grant', username);
  const form = useForm({
    fields: ['tier', 'months'],
    check: ({ months }) => ({
      months:
        months === '' || (/^[1-9]\d*$/.test(months) && Number(months) <= 120)
          ? undefined
          : 'Enter 1 to 120 months, or nothing.',
    }),
    send: ({ tier, months }) =>
      grant.mutateAsync({
        tier: tiers.find((one) => String(one) === tier) ?? 1,
        months: months === '' ? null : Number(months),
      }),
  });
  return (
    <Form form={form}>
      <div className={css.grant}>
        <SelectField label="Tier" name="tier">
          {tiers.map((tier) => (
            <option key={tier} value={tier}>
              {tierName(tier)}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Months"
          name="months"
          hint="Empty: without an end."
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          error={form.problems.months}
        />
      </div>
      <FormActions done={form.isSuccess && 'Granted.'}>
        <Button type="submit" busy={form.isPending}>
          Grant the tier
        </Button>
      </FormActions>
    </Form>
  );
}
