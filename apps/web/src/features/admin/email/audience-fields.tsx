import type { Segment } from '@hexpedition/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hexmapQuery } from '#entities/map/map-queries.ts';
import { messageOf } from '#lib/api-error.ts';
import { number, plural, tierName } from '#lib/format.ts';
import { useApi, usePersonalQuery } from '#lib/query.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import css from './email.module.css';

export const emptySegment: Segment = { tiers: [], activity: null, continent: null };
const tiers = [0, 1, 2, 3, 42] as const;
const defaultDays = 30;
const maxDays = 3_650;

interface Props {
  segment: Segment;
  onChange: (segment: Segment) => void;
}

/** Fields of the recipients' filter, with the current number of recipients. */
export function AudienceFields({ segment, onChange }: Props) {
  const map = usePersonalQuery(hexmapQuery('hexmap'));
  const { activity } = segment;
  const [areDaysInvalid, setDaysInvalid] = useState(false);
  return (
    <fieldset className={css.audience}>
      <legend>Recipients</legend>
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
        {segment.tiers.length === 0 ? 'No tier selected: all tiers are included.' : 'Only the selected tiers.'}
      </p>
      <div className={css.row}>
        <SelectField
          label="Activity"
          value={activity?.kind ?? ''}
          onChange={({ target }) => {
            const kind = target.value === 'active' || target.value === 'inactive' ? target.value : null;
            setDaysInvalid(false);
            onChange({ ...segment, activity: kind && { kind, days: activity?.days ?? defaultDays } });
          }}
        >
          <option value="">Any</option>
          <option value="active">Active</option>
          <option value="inactive">Inactive</option>
        </SelectField>
        {activity && (
          <TextField
            label="Number of days"
            inputMode="numeric"
            maxLength={4}
            autoComplete="off"
            defaultValue={activity.days}
            error={areDaysInvalid ? `Enter a whole number from 1 to ${maxDays}.` : undefined}
            onChange={({ target }) => {
              const days = Number(target.value);
              const isValid = Number.isInteger(days) && days >= 1 && days <= maxDays;
              setDaysInvalid(!isValid);
              if (isValid) onChange({ ...segment, activity: { ...activity, days } });
            }}
          />
        )}
        <SelectField
          label="Started a course in"
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

/** Number of accounts that would get the mail now, and of those in the segment that would not, by reason. */
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
        [data.left_out.deletion_scheduled, 'scheduled for deletion'],
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
            {reasons.some(([count]) => count > 0) && <span>Not included:</span>}
            {reasons
              .filter(([count]) => count > 0)
              .map(([count, reason]) => (
                <span key={reason}>
                  {plural(count, 'account')} {reason}
                </span>
              ))}
          </p>
        </>
      )}
    </div>
  );
}
