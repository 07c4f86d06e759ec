import type { User } from '@hexpedition/contract';
import { tierNames } from '@hexpedition/contract/tiers';
import type { ReactNode } from 'react';
import { Menu, MenuItem, MenuLink, MenuNote, MenuSeparator } from '#ui/menu.tsx';
import { openShortcuts } from './shortcut-sheet-state.ts';
import { useLogOut } from './use-log-out.ts';
import css from './user-menu.module.css';

export function UserMenu({ user, children }: { user: User; children: ReactNode }) {
  const logOut = useLogOut();
  return (
    <Menu
      trigger={(props) => (
        <button type="button" {...props} className={css.trigger} aria-label={`Your menu, ${user.username}`}>
          {children}
        </button>
      )}
    >
      <MenuNote>
        <strong className={css.name}>{user.username}</strong>
        {tierNames[user.account.tier]}
        {user.account.beta_access && ', beta access'}
      </MenuNote>
      <MenuSeparator />
      <MenuLink icon="home" to="/">
        Overview
      </MenuLink>
      <MenuItem icon="keyboard" onClick={openShortcuts}>
        Shortcuts
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon="logout" onClick={() => void logOut()}>
        Log out
      </MenuItem>
    </Menu>
  );
}
