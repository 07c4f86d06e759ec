import type { HexmapName } from '@hexpedition/contract/map-vocabulary';
import { type NotFoundRouteProps, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useVersion } from '#lib/config-versions.ts';
import { NotFoundPage } from '#shell/messages/not-found-page.tsx';

/**
 * Page "Not Found" of the map. The server renders only the public map, so for a beta tester the page reloads once to find
 * items of the beta map.
 */
export function NotOnMap({ data, hexmap }: NotFoundRouteProps & { hexmap: HexmapName }) {
  const router = useRouter();
  const isTester = useVersion(hexmap) !== '2';
  const hasReloaded = useRef(false);
  useEffect(() => {
    if (!isTester || hasReloaded.current) return;
    hasReloaded.current = true;
    void router.invalidate();
  }, [isTester, router]);
  return <NotFoundPage data={data} />;
}
