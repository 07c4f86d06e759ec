import type { HexmapName } from '@hexpedition/contract/map-vocabulary';
import { type NotFoundRouteProps, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useVersion } from '#lib/config-versions.ts';
import { NotFoundPage } from '#shell/messages/not-found-page.tsx';

/**
 * The server knows only the map for everybody; what stands only on the testers' map is found once the browser has
 * asked.
 */
export function NotOnMap({ data, hexmap }: NotFoundRouteProps & { hexmap: HexmapName }) {
  const router = useRouter();
  const isTester = useVersion(hexmap) !== '2';
  const asked = useRef(false);
  useEffect(() => {
    if (!isTester || asked.current) return;
    asked.current = true;
    void router.invalidate();
  }, [isTester, router]);
  return <NotFoundPage data={data} />;
}
