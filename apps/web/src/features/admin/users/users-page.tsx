import type { AdminUserSummary } from '@hexpedition/contract';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { day, tierName } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { Page } from '#ui/page.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import css from '../admin.module.css';
import { usersQuery } from '../admin-queries.ts';
import { ListFilter } from '../list-filter.tsx';
import { NoMatches } from '../no-matches.tsx';
import { PagedList } from '../paged-list.tsx';
import { accountStateNames, userSortNames } from './account-states.ts';
import { AddPeople } from './add-people.tsx';
import { SelectionBar } from './selection-bar.tsx';
import table from './users.module.css';
import { UsersExport } from './users-export.tsx';
import type { UsersSearch } from './users-search.ts';
import { UsersTable } from './users-table.tsx';

const tiers = [0, 1, 2, 3, 42] as const;

/** Table of all accounts with a filter, actions on several accounts, an export, and a form that adds people. */
export function UsersPage({ search }: { search: UsersSearch }) {
  const [isAdding, setAdding] = useState(false);
  if (isAdding) {
    return (
      <Page label="Admin" title="Add people" lead="Each person gets an account and a link to choose a password.">
        <AddPeople onDone={() => setAdding(false)} />
      </Page>
    );
  }
  return (
    <Page
      title="Users"
      dense
      action={
        <div className={css.actions}>
          <UsersExport search={search} />
          <Button variant="primary" icon="plus" onClick={() => setAdding(true)}>
            Add people
          </Button>
        </div>
      }
    >
      <UsersFilter search={search} />
      <UsersList key={JSON.stringify(search)} search={search} />
    </Page>
  );
}

function UsersFilter({ search }: { search: UsersSearch }) {
  const navigate = useNavigate();
  return (
    <div className={table.filter}>
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
        <SelectField label="Sort by" name="sort">
          <option value="">Newest</option>
          {Object.entries(userSortNames)
            .filter(([sort]) => sort !== 'joined')
            .map(([sort, name]) => (
              <option key={sort} value={sort}>
                {name}
              </option>
            ))}
        </SelectField>
      </ListFilter>
    </div>
  );
}

function UsersList({ search }: { search: UsersSearch }) {
  // Usernames by key, of all loaded pages.
  const [selected, setSelected] = useState<ReadonlyMap<number, string>>(new Map());
  return (
    <>
      <PagedList
        what="The users"
        query={(cursor) => usersQuery({ ...search, ...(cursor && { cursor }) })}
        isEmpty={({ users }) => users.length === 0}
        empty={
          <NoMatches icon="users" title="No matching users" all="/admin/users">
            Enter a part of the username or the email address. One or two letters match only its start.
          </NoMatches>
        }
      >
        {({ users }, isFirst) => <UsersTable {...{ users, isFirst, search, selected }} onSelect={setSelected} />}
      </PagedList>
      {selected.size > 0 && <SelectionBar selected={selected} onSelect={setSelected} />}
    </>
  );
}

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
