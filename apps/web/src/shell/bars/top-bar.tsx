import { type TierCode, tierNames } from '@hexpedition/contract/tiers';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useNext } from '#lib/guards.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { type Session, useSession } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { cx } from '#ui/cx.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { Logo } from '#ui/logo.tsx';
import { runningLabsQuery } from '../../entities/lab/running-labs-query.ts';
import { useFeatures, useSiteName } from '../../entities/site/use-features.ts';
import { PaletteHost } from '../palette/palette-host.tsx';
import { ThemeToggle } from './theme-toggle.tsx';
import css from './top-bar.module.css';

// Loaded on demand, because few users have a running lab at a time.
const RunningLabs = lazy(() => import('./running-labs.tsx'));
// Only for logged-in users, and no one is logged in before hydration.
const UserMenu = lazy(() => import('./user-menu.tsx'));

interface Props {
  onMenu: () => void;
  /** Whether wide screens show the side menu beside this page, so that the menu button is not needed there. */
  isBesideMenu: boolean;
}

export function TopBar({ onMenu, isBesideMenu }: Props) {
  const session = useSession();
  const name = useSiteName();
  return (
    <header className={cx(css.bar, isBesideMenu && css.beside)}>
      <Button className={css.burger} variant="quiet" square icon="menu" aria-label="Open the menu" onClick={onMenu} />
      <Link to="/map" className={css.logo} aria-label={`${name}, go to the map`}>
        <Logo name={name} />
      </Link>
      <div className={css.end}>
        <TopBarRunningLabs />
        <PaletteHost />
        <ThemeToggle className={css.theme} />
        {session ? <UserSummary session={session} /> : <Visitor />}
      </div>
    </header>
  );
}

/** In the free middle of the bar, so that it shifts nothing when it appears. */
function TopBarRunningLabs() {
  const { data } = usePersonalQuery(runningLabsQuery);
  if (!data?.instances.length) return null;
  return (
    <Suspense>
      <RunningLabs labs={data.instances} />
    </Suspense>
  );
}

function Visitor() {
  const { login, register } = useFeatures();
  const next = useNext();
  return (
    <div className={css.visitor}>
      {login && (
        <LinkButton to="/login" search={{ next }} variant="quiet">
          Log in
        </LinkButton>
      )}
      {register && (
        <LinkButton to="/signup" search={{ next }} variant="primary" className={css.join ?? ''}>
          Create account
        </LinkButton>
      )}
    </div>
  );
}

function UserSummary({ session: { user } }: { session: Session }) {
  return (
    <>
      {user.account.beta_access && (
        <Chip tone="beacon" className={css.beta ?? ''}>
          Beta
        </Chip>
      )}
      <span className={css.name}>{user.username}</span>
      <Chip className={css.tier ?? ''}>{tierName(user.account.tier)}</Chip>
      <Suspense fallback={<span className={css.avatar} />}>
        <UserMenu user={user} />
      </Suspense>
    </>
  );
}

const tierName = (tier: TierCode) => tierNames[tier];
