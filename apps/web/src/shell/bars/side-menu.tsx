import type { Features } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useNext } from '#lib/guards.ts';
import { useSession } from '#lib/session.ts';
import { cx } from '#ui/cx.ts';
import { HexDot } from '#ui/hex-dot.tsx';
import { Icon } from '#ui/icon.tsx';
import { Label } from '#ui/label.tsx';
import { useFeatures } from '../../entities/site/use-features.ts';
import { MenuEntry, SubMenuEntry } from './menu-entries.tsx';
import css from './side-menu.module.css';
import { useLogOut } from './use-log-out.ts';

// For superusers only, so that learners' pages do not load admin code.
const AdminMenu = lazy(() => import('./admin-menu.tsx'));

/**
 * Entries for all pages. The server does not know the user, so CSS shows the entries for visitors, users or company
 * employees by marks of the start-up script. That way hydration shifts nothing.
 */
export function SideMenu() {
  const { hexmap, hexmapYT, company, login, register } = useFeatures();
  const isSuperuser = useSession()?.user.is_superuser === true;
  const logOut = useLogOut();
  const next = useNext();
  return (
    <nav className={css.menu} aria-label="Main">
      <ul>
        <MenuEntry to="/" icon="home" exact className={css.member}>
          Overview
        </MenuEntry>
        <li className={css.member}>
          <ul className={css.subs} aria-label="Overview">
            <SubMenuEntry to="/completed">Completed</SubMenuEntry>
            <SubMenuEntry to="/yt-home">Video overview</SubMenuEntry>
            <SubMenuEntry to="/yt-completed">Completed Courses</SubMenuEntry>
          </ul>
        </li>
        <MenuEntry to="/notes" icon="note" className={css.member}>
          Notes
        </MenuEntry>
        <li className={css.member}>
          <ul className={css.subs} aria-label="Notes">
            <SubMenuEntry to="/reviews">Reviews</SubMenuEntry>
          </ul>
        </li>
        <MenuEntry to="/map" icon="map">
          Explore Map
        </MenuEntry>
        <Continents of="map" nav={hexmap.nav} />
        {hexmapYT.nav.length > 0 && (
          <MenuEntry to="/youtube" icon="play">
            YouTube Map
          </MenuEntry>
        )}
        <Continents of="youtube" nav={hexmapYT.nav} />
        <MenuEntry to="/labs" icon="flask">
          Labs
        </MenuEntry>
        {company && (
          <MenuEntry to="/google-cam" icon="users" className={css.company}>
            {company.name}
          </MenuEntry>
        )}
        <MenuEntry to="/leaderboard" icon="trophy">
          Leaderboard
        </MenuEntry>
      </ul>
      <div className={css.you}>
        <Label className={css.head ?? ''}>You</Label>
        <ul>
          {login && (
            <MenuEntry to="/login" search={{ next }} icon="login" className={css.visitor}>
              Login
            </MenuEntry>
          )}
          {/* The top bar has no space for it on a phone. */}
          {register && (
            <MenuEntry to="/signup" search={{ next }} icon="user" className={cx(css.visitor, css.join)}>
              Create account
            </MenuEntry>
          )}
          <MenuEntry to="/account" icon="user" className={css.member}>
            Account
          </MenuEntry>
          <li className={css.member}>
            <ul className={css.subs} aria-label="Account">
              <SubMenuEntry to="/account/profile">Public Profile</SubMenuEntry>
              <SubMenuEntry to="/account/sessions">Sessions</SubMenuEntry>
            </ul>
          </li>
          <MenuEntry to="/subscription" icon="key" className={css.member}>
            Subscription
          </MenuEntry>
          <li className={css.member}>
            <ul className={css.subs} aria-label="Subscription">
              <SubMenuEntry to="/subscription/payments">Invoices</SubMenuEntry>
              <SubMenuEntry to="/subscription/vouchers">Vouchers</SubMenuEntry>
            </ul>
          </li>
          {isSuperuser && (
            <Suspense>
              <AdminMenu />
            </Suspense>
          )}
          <li className={cx(css.member, css.logout)}>
            <button type="button" className={css.entry} onClick={logOut}>
              <Icon name="logout" size={18} />
              Logout
            </button>
          </li>
        </ul>
      </div>
    </nav>
  );
}

function Continents({ of, nav }: { of: 'map' | 'youtube'; nav: Features['hexmap']['nav'] }) {
  if (nav.length === 0) return null;
  return (
    <li>
      <ul className={cx(css.subs, css.continents)} aria-label={of === 'map' ? 'Continents' : 'Continents of videos'}>
        {nav.map(({ slug, name, colour }) => (
          <li key={slug}>
            <Link to={`/${of}/$continent`} params={{ continent: slug }} className={css.continent} data-hue={colour}>
              <HexDot />
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </li>
  );
}
