import type { AccountState, AdminUserSummary } from '@hexpedition/contract';
import { Link, useNavigate } from '@tanstack/react-router';
import { day, tierName } from '#lib/format.ts';
import { Chip } from '#ui/chip.tsx';
import { Page } from '#ui/page.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import css from '../admin.module.css';
import { usersQuery } from '../admin-queries.ts';
import { ListFilter } from '../list-filter.tsx';
import { NoMatches } from '../no-matches.tsx';
import { PagedList } from '../paged-list.tsx';
import { accountStateNames } from './account-states.ts';

const tiers = [0, 1, 2, 3, 42] as const;

export interface UsersSearch {
  q?: string;
  tier?: '0' | '1' | '2' | '3' | '42';
  state?: AccountState;
}

/** List of all accounts with a filter. */
export function UsersPage({ search }: { search: UsersSearch }) {
  const navigate = useNavigate();
  return (
    <Page label="Admin" title="Users" lead="All accounts, newest first.">
      <ListFilter
        label="Users"
        values={search}
        onFilter={(values) => void navigate({ to: '/admin/users', search: values })}
      >
        <TextField
          label="Username or email"
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
          {Object.entries(accountStateNames).map(([state, name]) => (
            <option key={state} value={state}>
              {name}
            </option>
          ))}
        </SelectField>
      </ListFilter>
      <PagedList
        key={JSON.stringify(search)}
        what="The users"
        query={(cursor) => usersQuery({ ...search, ...(cursor && { cursor }) })}
        isEmpty={({ users }) => users.length === 0}
        empty={
          <NoMatches icon="users" title="No matching users" all="/admin/users">
            Enter a part of the username or the email address. One or two letters match only its start.
          </NoMatches>
        }
      >
        {({ users }) => (
          <ul>
            {users.map((person) => (
              <UserRow key={person.pk} person={person} />
            ))}
          </ul>
        )}
      </PagedList>
    </Page>
  );
}

const UserRow = ({ person }: { person: AdminUserSummary }) => (
  <li className={css.row}>
    <span>
      <Link to="/admin/users/$username" params={{ username: person.username }} className={css.name}>
        {person.username}
      </Link>
      <span className={css.facts}>
        <span>{person.email ?? (person.pending_email ? `${person.pending_email} (not confirmed)` : 'no email')}</span>
        <span>since {day(person.created_at)}</span>
      </span>
    </span>
    <UserChips person={person} />
  </li>
);

/** Tier, roles and state of an account as chips. */
export const UserChips = ({ person }: { person: AdminUserSummary }) => (
  <span className={css.chips}>
    <Chip tone={person.tier > 0 ? 'phosphor' : 'plain'}>{tierName(person.tier)}</Chip>
    {person.is_superuser && <Chip tone="beacon">Superuser</Chip>}
    {person.beta_access && <Chip>Beta access</Chip>}
    {!person.is_active && <Chip tone="coral">Disabled</Chip>}
    {person.delete_at && <Chip tone="coral">Deletion on {day(person.delete_at)}</Chip>}
  </span>
);
