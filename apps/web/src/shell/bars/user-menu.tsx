import type { User } from '@hexpedition/contract';
import { tierNames } from '@hexpedition/contract/tiers';
import { useRouterState } from '@tanstack/react-router';
import { setTheme, useTheme } from '#lib/theme.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Menu, MenuItem, MenuLink, MenuNote, MenuSeparator } from '#ui/menu.tsx';
import { openShortcuts } from '../shortcuts/shortcut-sheet-state.ts';
import { useLogOut } from './use-log-out.ts';
import css from './user-menu.module.css';
import { VersionsBadge } from './versions-badge.tsx';

export default function UserMenu({ user }: { user: User }) {
  const logOut = useLogOut();
  const other = useTheme() === 'dark' ? 'light' : 'dark';
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <>
      {user.is_superuser && <VersionsBadge />}
      <Menu
        // A new key closes the menu after navigation.
        key={path}
        trigger={(props) => (
          <button type="button" {...props} className={css.trigger} aria-label={`Your menu, ${user.username}`}>
            <Avatar username={user.username} image={user.account.image} size={32} />
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
        <MenuLink icon="eye" to="/profile/$username" params={{ username: user.account.public_profile.slug }}>
          View profile
        </MenuLink>
        <MenuLink icon="user" to="/account">
          Account
        </MenuLink>
        <MenuItem icon={other === 'dark' ? 'moon' : 'sun'} onClick={() => setTheme(other)}>
          Switch to the {other} theme
        </MenuItem>
        <MenuItem icon="keyboard" onClick={openShortcuts}>
          Shortcuts
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon="logout" onClick={() => void logOut()}>
          Log out
        </MenuItem>
      </Menu>
    </>
  );
}
