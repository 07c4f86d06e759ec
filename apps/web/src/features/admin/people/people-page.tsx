import type { PersonLine, PersonState } from '@hexpedition/contract';
import { Link, useNavigate } from '@tanstack/react-router';
import { day, tierName } from '#lib/format.ts';
import { Chip } from '#ui/chip.tsx';
import { Page } from '#ui/page.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import css from '../admin.module.css';
import { Filter } from '../filter.tsx';
import { NothingFits } from '../nothing-fits.tsx';
import { Paged } from '../paged.tsx';
import { peopleQuery } from '../queries.ts';
import { stateNames } from './states.ts';

const tiers = [0, 1, 2, 3, 42] as const;

export interface PeopleSearch {
  q?: string;
  tier?: '0' | '1' | '2' | '3' | '42';
  state?: PersonState;
}

/** Finds accounts. */
export function PeoplePage({ search }: { search: PeopleSearch }) {
  const navigate = useNavigate();
  return (
    <Page label="Admin" title="People" lead="Everybody who has an account here, the newest first.">
      <Filter
        label="People"
        values={search}
        onFilter={(values) => void navigate({ to: '/admin/people', search: values })}
      >
        <TextField
          label="Name or address"
          name="q"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
        />
        <SelectField label="Tier" name="tier">
          <option value="">any</option>
          {tiers.map((tier) => (
            <option key={tier} value={tier}>
              {tierName(tier)}
            </option>
          ))}
        </SelectField>
        <SelectField label="State" name="state">
          <option value="">any</option>
          {Object.entries(stateNames).map(([state, name]) => (
            <option key={state} value={state}>
              {name}
            </option>
          ))}
        </SelectField>
      </Filter>
      <Paged
        key={JSON.stringify(search)}
        what="The people"
        query={(cursor) => peopleQuery({ ...search, ...(cursor && { cursor }) })}
        isEmpty={({ people }) => people.length === 0}
        empty={
          <NothingFits icon="users" title="Nobody fits" all="/admin/people">
            Look for a part of the name or the address. One or two letters have to stand at its beginning.
          </NothingFits>
        }
      >
        {({ people }) => (
          <ul>
            {people.map((person) => (
              <PersonRow key={person.pk} person={person} />
            ))}
          </ul>
        )}
      </Paged>
    </Page>
  );
}

const PersonRow = ({ person }: { person: PersonLine }) => (
  <li className={css.row}>
    <span>
      <Link to="/admin/people/$username" params={{ username: person.username }} className={css.name}>
        {person.username}
      </Link>
      <span className={css.facts}>
        <span>{person.email ?? (person.pending_email ? `${person.pending_email} (not confirmed)` : 'no address')}</span>
        <span>since {day(person.created_at)}</span>
      </span>
    </span>
    <PersonChips person={person} />
  </li>
);

/** What an account is, in chips. */
export const PersonChips = ({ person }: { person: PersonLine }) => (
  <span className={css.chips}>
    <Chip tone={person.tier > 0 ? 'phosphor' : 'plain'}>{tierName(person.tier)}</Chip>
    {person.is_superuser && <Chip tone="beacon">Superuser</Chip>}
    {person.beta_access && <Chip>Beta access</Chip>}
    {!person.is_active && <Chip tone="coral">Disabled</Chip>}
    {person.delete_at && <Chip tone="coral">Leaves on {day(person.delete_at)}</Chip>}
  </span>
);
