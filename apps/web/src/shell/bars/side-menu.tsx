import type { Features } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useNext } from '#lib/guards.ts';
import { useSession } from '#lib/session.ts';
import { cx } from '#ui/cx.ts';
import { HexDot } from '#ui/hex-dot.tsx';
import { Icon } from '#ui/icon.tsx';
import { Label } from '#ui/label.tsx';
import { useFeatures } from '../features.ts';
import { Entry, SubEntry } from './menu-entries.tsx';
import css from './side-menu.module.css';
import { useLogOut } from './use-log-out.ts';

// For superusers: nothing of the admin area comes with a learner's pages.
const AdminMenu = lazy(() => import('./admin-menu.tsx'));

/**
 * The entries of every page that exists. The server does not know who looks, so the marks of the start-up script choose
 * between those of a visitor, of a learner and of the company's people: nothing moves when React learns who it is.
 */
export function SideMenu() {
  const { hexmap, hexmapYT, company, login, register } = useFeatures();
  const isSuperuser = useSession()?.user.is_superuser === true;
  const logOut = useLogOut();
  const next = useNext();
  return (
    <nav className={css.menu} aria-label="Main">
      <ul>
        <Entry to="/" icon="home" exact className={css.member}>
          Overview
        </Entry>
        <li className={css.member}>
          <ul aria-label="Overview">
            <SubEntry to="/completed">Completed</SubEntry>
            <SubEntry to="/yt-home">Video overview</SubEntry>
            <SubEntry to="/yt-completed">Completed Courses</SubEntry>
          </ul>
        </li>
        <Entry to="/notes" icon="note" className={css.member}>
          Notes
        </Entry>
        <li className={css.member}>
          <ul aria-label="Notes">
            <SubEntry to="/reviews">Reviews</SubEntry>
          </ul>
        </li>
        <Entry to="/map" icon="map">
          Explore Map
        </Entry>
        <Continents of="map" nav={hexmap.nav} />
        {hexmapYT.nav.length > 0 && (
          <Entry to="/youtube" icon="play">
            YouTube Map
          </Entry>
        )}
        <Continents of="youtube" nav={hexmapYT.nav} />
        <Entry to="/labs" icon="flask">
          Labs
        </Entry>
        {company && (
          <Entry to="/google-cam" icon="users" className={css.company}>
            {company.name}
          </Entry>
        )}
        <Entry to="/leaderboard" icon="trophy">
          Leaderboard
        </Entry>
      </ul>
      <div className={css.you}>
        <Label className={css.head ?? ''}>You</Label>
        <ul>
          {login && (
            <Entry to="/login" search={{ next }} icon="login" className={css.visitor}>
              Login
            </Entry>
          )}
          {/* The top bar has no room for it there. */}
          {register && (
            <Entry to="/signup" search={{ next }} icon="user" className={cx(css.visitor, css.join)}>
              Create account
            </Entry>
          )}
          <Entry to="/account" icon="user" className={css.member}>
            Account
          </Entry>
          <li className={css.member}>
            <ul aria-label="Account">
              <SubEntry to="/account/profile">Public Profile</SubEntry>
              <SubEntry to="/account/sessions">Sessions</SubEntry>
            </ul>
          </li>
          <Entry to="/subscription" icon="key" className={css.member}>
            Subscription
          </Entry>
          <li className={css.member}>
            <ul aria-label="Subscription">
              <SubEntry to="/subscription/payments">Invoices</SubEntry>
              <SubEntry to="/subscription/vouchers">Vouchers</SubEntry>
            </ul>
          </li>
          {isSuperuser && (
            <Suspense>
              <AdminMenu />
            </Suspense>
          )}
          <li className={css.member}>
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
      <ul className={css.continents} aria-label={of === 'map' ? 'Continents' : 'Continents of videos'}>
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
