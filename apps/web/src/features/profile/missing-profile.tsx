import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useSession } from '#lib/session.ts';
import { NotFoundPage } from '#shell/messages/not-found-page.tsx';

/**
 * Shown if a profile was not found. The server renders every page as for a visitor, so it does not find private
 * profiles. If the owner is signed in, this runs the loader again with their token.
 */
export function MissingProfile({ name, data }: { name: string; data?: unknown }) {
  const user = useSession()?.user;
  const names = [user?.username.toLowerCase(), user?.account.public_profile.slug];
  const own = names.includes(name.toLowerCase());
  const router = useRouter();
  const hasReloaded = useRef(false);
  // The session is outside React and is known only after hydration.
  useEffect(() => {
    if (!own || hasReloaded.current) return;
    hasReloaded.current = true;
    void router.invalidate();
  }, [own, router]);
  return <NotFoundPage data={data} />;
}
