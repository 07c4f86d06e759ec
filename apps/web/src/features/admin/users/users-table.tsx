import type { AdminUserRow, UserSort } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { day, number, tierName, when } from '#lib/format.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { cx } from '#ui/cx.ts';
import { Icon } from '#ui/icon.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { userSortNames } from './account-states.ts';
import css from './users.module.css';
import type { UsersSearch } from './users-search.ts';

interface Props {
  users: readonly AdminUserRow[];
  /** Only the first page of the list shows its header. */
  isFirst: boolean;
  search: UsersSearch;
  selected: ReadonlyMap<number, string>;
  onSelect: (selected: ReadonlyMap<number, string>) => void;
}

/** One page of accounts as a dense table; on a phone each account takes two short lines. */
export function UsersTable({ users, isFirst, search, selected, onSelect }: Props) {
  const select = (changed: readonly AdminUserRow[], isSelected: boolean) => {
    const next = new Map(selected);
    for (const { pk, username } of changed) {
      if (isSelected) next.set(pk, username);
      else next.delete(pk);
    }
    onSelect(next);
  };
  const header = (sort: UserSort) => <SortHeader sort={sort} search={search} />;
  return (
    <table className={cx(css.table, !isFirst && css.further)}>
      <thead>
        <tr>
          <td className={css.pick}>
            <Checkbox
              checked={users.every(({ pk }) => selected.has(pk))}
              onChange={(event) => select(users, event.target.checked)}
            >
              <VisuallyHidden>
                Select {isFirst ? 'the first' : 'these'} {users.length}
              </VisuallyHidden>
            </Checkbox>
          </td>
          {header('name')}
          <th scope="col" className={css.email}>
            Email
          </th>
          <th scope="col" className={css.tier}>
            Tier
          </th>
          <th scope="col" className={css.state}>
            State
          </th>
          {header('joined')}
          {header('last_seen')}
          {header('lessons')}
          {header('points')}
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <UserRow
            key={user.pk}
            user={user}
            isSelected={selected.has(user.pk)}
            onSelect={(isSelected) => select([user], isSelected)}
          />
        ))}
      </tbody>
    </table>
  );
}

const columnClasses: Record<UserSort, string | undefined> = {
  joined: css.joined,
  name: css.name,
  last_seen: css.lastSeen,
  lessons: css.lessons,
  points: css.points,
};

/** Header of a column that the list can be sorted by. Another click reverses the order. */
function SortHeader({ sort, search }: { sort: UserSort; search: UsersSearch }) {
  const isCurrent = (search.sort ?? 'joined') === sort;
  const natural = sort === 'name' ? 'asc' : 'desc';
  const order = search.order ?? natural;
  const { sort: _, order: __, ...filter } = search;
  const reversed = order === 'asc' ? 'desc' : 'asc';
  const next = isCurrent ? reversed : natural;
  return (
    <th
      scope="col"
      className={columnClasses[sort]}
      aria-sort={isCurrent ? (order === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      <Link
        to="/admin/users"
        search={{
          ...filter,
          ...(sort !== 'joined' && { sort }),
          ...(next !== natural && { order: next }),
        }}
        className={css.sort}
      >
        {userSortNames[sort]}
        {isCurrent && <Icon name="chevron-down" size={12} className={cx(css.arrow, order === 'asc' && css.up)} />}
      </Link>
    </th>
  );
}

interface RowProps {
  user: AdminUserRow;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
}

const UserRow = ({ user, isSelected, onSelect }: RowProps) => (
  <tr data-selected={isSelected || undefined}>
    <td className={css.pick}>
      <Checkbox checked={isSelected} onChange={(event) => onSelect(event.target.checked)}>
        <VisuallyHidden>Select {user.username}</VisuallyHidden>
      </Checkbox>
    </td>
    <th scope="row" className={css.name}>
      <Link to="/admin/users/$username" params={{ username: user.username }}>
        {user.username}
      </Link>
    </th>
    <td className={css.email} title={user.email ?? user.pending_email ?? undefined}>
      {user.email ?? (user.pending_email ? `${user.pending_email} (not confirmed)` : '')}
    </td>
    <td className={css.tier}>{tierName(user.tier)}</td>
    <td className={css.state}>{stateOf(user)}</td>
    <td className={css.joined}>{day(user.created_at)}</td>
    <td className={css.lastSeen}>{user.last_seen_at ? when(user.last_seen_at).replace(/^at /, '') : 'never'}</td>
    <td className={css.lessons} data-unit="lessons">
      {number(user.lessons)}
    </td>
    <td className={css.points} data-unit="points">
      {number(user.points)}
    </td>
  </tr>
);

/** Describes what differs from an ordinary account; empty for one. */
function stateOf({ is_superuser, beta_access, is_active, delete_at }: AdminUserRow) {
  const parts = [
    !is_active && <span className={css.off}>Disabled</span>,
    delete_at && <span className={css.off}>Deletion {day(delete_at)}</span>,
    is_superuser && <span className={css.role}>Superuser</span>,
    beta_access && 'Beta',
  ].filter(Boolean);
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts keep their order
    <span key={index}>
      {index > 0 && ', '}
      {part}
    </span>
  ));
}
