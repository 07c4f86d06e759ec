import type { Segment } from '@hexpedition/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hexmapQuery } from '#features/map/queries.public.ts';
import { messageOf } from '#lib/api-error.ts';
import { number, plural, tierName } from '#lib/format.ts';
import { useApi, usePersonalQuery } from '#lib/query.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import css from './email.module.css';

export const emptySegment: Segment = { tiers: [], activity: null, continent: null };
const tiers = [0, 1, 2, 3, 42] as const;
const usualDays = 30;
const mostDays = 3_650;

interface Props {
  segment: Segment;
  onChange: (segment: Segment) => void;
}

/** Whom an announcement is for, with how many that are at this moment. */
export function AudienceFields({ segment, onChange }: Props) {
  const map = usePersonalQuery(hexmapQuery('hexmap'));
  const { activity } = segment;
  const [areDaysWrong, setDaysWrong] = useState(false);
  return (
    <fieldset className={css.audience}>
      <legend>Who gets it</legend>
      <fieldset className={css.checks} aria-label="Tiers">
        {tiers.map((tier) => (
          <Checkbox
            key={tier}
            checked={segment.tiers.includes(tier)}
            onChange={(event) =>
              onChange({
                ...segment,
                tiers: event.target.checked
                  ? [...segment.tiers, tier]
                  : segment.tiers.filter((other) => other !== tier),
              })
            }
          >
            {tierName(tier)}
          </Checkbox>
        ))}
      </fieldset>
      <p className={css.hint}>
        {segment.tiers.length === 0 ? 'No tier is chosen, so all tiers count.' : 'These tiers alone.'}
      </p>
      <div className={css.row}>
        <SelectField
          label="Activity"
          value={activity?.kind ?? ''}
          onChange={({ target }) => {
            const kind = target.value === 'active' || target.value === 'inactive' ? target.value : null;
            setDaysWrong(false);
            onChange({ ...segment, activity: kind && { kind, days: activity?.days ?? usualDays } });
          }}
        >
          <option value="">Does not matter</option>
          <option value="active">Seen lately</option>
          <option value="inactive">Not seen lately</option>
        </SelectField>
        {activity && (
          <TextField
            label="Within so many days"
            inputMode="numeric"
            maxLength={4}
            autoComplete="off"
            defaultValue={activity.days}
            error={areDaysWrong ? `Enter a whole number from 1 to ${mostDays}.` : undefined}
            onChange={({ target }) => {
              const days = Number(target.value);
              const isRight = Number.isInteger(days) && days >= 1 && days <= mostDays;
              setDaysWrong(!isRight);
              if (isRight) onChange({ ...segment, activity: { ...activity, days } });
            }}
          />
        )}
        <SelectField
          label="Has begun a course of"
          value={segment.continent ?? ''}
          onChange={({ target }) => onChange({ ...segment, continent: target.value || null })}
        >
          <option value="">Any continent, or none</option>
          {map.data?.continents.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <AudienceCount segment={segment} />
    </fieldset>
  );
}

/** How many would get it now, and who of the segment would not. */
export function AudienceCount({ segment }: { segment: Segment }) {
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: ['audience', segment],
    queryFn: () => api('POST /api/admin/announcements/audience', { body: { segment } }),
    staleTime: 30_000,
    placeholderData: (before) => before,
  });
  const reasons = data
    ? ([
        [data.left_out.no_address, 'without a confirmed address'],
        [data.left_out.unsubscribed, 'unsubscribed'],
        [data.left_out.bounced, 'bounced'],
        [data.left_out.disabled, 'disabled'],
        [data.left_out.leaving, 'leaving'],
      ] as const)
    : [];
  return (
    <div className={css.count} role="status">
      {error && <p>{messageOf(error)}</p>}
      {data && (
        <>
          <p className={css.big}>
            {number(data.recipients)} <span>{data.recipients === 1 ? 'recipient' : 'recipients'}</span>
          </p>
          <p className={css.facts}>
            {reasons.some(([count]) => count > 0) && <span>Left out:</span>}
            {reasons
              .filter(([count]) => count > 0)
              .map(([count, why]) => (
                <span key={why}>
                  {plural(count, 'account')} {why}
                </span>
              ))}
          </p>
        </>
      )}
    </div>
  );
}
