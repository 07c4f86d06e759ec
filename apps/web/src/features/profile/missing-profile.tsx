import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useSession } from '#lib/session.ts';
import { NotFoundPage } from '#shell/messages/not-found-page.tsx';

/**
 * The server's page is the one for everybody, so to it a private profile does not exist. Once its owner turns out to be
 * signed in, the loader is asked again, with their token.
 */
export function MissingProfile({ name, data }: { name: string; data?: unknown }) {
  const user = useSession()?.user;
  const names = [user?.username.toLowerCase(), user?.account.public_profile.slug];
  const own = names.includes(name.toLowerCase());
  const router = useRouter();
  const asked = useRef(false);
  // The session is outside React, and known only after hydration.
  useEffect(() => {
    if (!own || asked.current) return;
    asked.current = true;
    void router.invalidate();
  }, [own, router]);
  return <NotFoundPage data={data} />;
}
