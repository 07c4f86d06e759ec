import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useSession } from '#lib/session.ts';
import { NotFoundPage } from '#shell/messages/not-found-page.tsx';

/**
 * The server's page is the one for everybody, so to it a private profile does not exist. Once its owner turns out to be
 * signed in, the loader is asked again, with their token.
 */
export function MissingProfile({ slug, data }: { slug: string; data?: unknown }) {
  const own = useSession()?.user.account.public_profile.slug === slug.toLowerCase();
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
