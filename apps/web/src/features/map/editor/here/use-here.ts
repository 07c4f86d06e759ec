import type { MapPresence } from '@hexpedition/contract';
import type { HexmapName } from '@hexpedition/contract/map-vocabulary';
import type { Hex } from '@hexpedition/hexkit/hex';
import { useEffect, useRef } from 'react';
import { useApi } from '#lib/query.ts';
import { readSession } from '#lib/session.ts';
import type { Here } from './here.ts';

/** How often an editor that is looked at says that it is open, milliseconds. The server forgets it after 15 seconds. */
const ASK = 4_000;

/**
 * Says that the author is here, and hears who else is. An editor that nobody looks at, in another tab, asks nothing and
 * is soon forgotten.
 * @param hexAtHand where the author is at work
 * @param onNews hears what the server has of the map now
 */
export function useHere(
  hexmap: HexmapName,
  here: Here,
  hexAtHand: () => Hex | null,
  onNews: (news: MapPresence) => void,
): void {
  const api = useApi();
  const now = useRef({ hexAtHand, onNews });
  now.current = { hexAtHand, onNews };
  // The other authors, time, and the page going away are outside React.
  useEffect(() => {
    let isOpen = true;
    let asking: Promise<MapPresence | undefined> | undefined;
    const ask = async () => {
      if (document.hidden || asking) return;
      const hex = now.current.hexAtHand();
      const body = { hex: hex && { q: hex.q, r: hex.r } };
      // The next answer makes up for one that is missing.
      asking = api('POST /api/admin/map/:hexmap/here', { params: { hexmap }, body }).catch(() => undefined);
      const news = await asking;
      asking = undefined;
      if (!news || !isOpen) return;
      here.hear(news.others);
      now.current.onNews(news);
    };
    const onSight = () => void ask();
    const onHide = () => leave(hexmap);
    const timer = window.setInterval(onSight, ASK);
    document.addEventListener('visibilitychange', onSight);
    window.addEventListener('pagehide', onHide);
    onSight();
    return () => {
      isOpen = false;
      window.clearInterval(timer);
      document.removeEventListener('visibilitychange', onSight);
      window.removeEventListener('pagehide', onHide);
      // A call that is under way would bring the author back.
      if (asking) void asking.then(() => leave(hexmap));
      else leave(hexmap);
    };
  }, [api, here, hexmap]);
}

/** A call that outlives the page. Where it gets lost, the server forgets the author by itself. */
function leave(hexmap: HexmapName): void {
  const session = readSession();
  if (!session) return;
  const headers = { authorization: `Bearer ${session.token.access}` };
  fetch(`/api/admin/map/${hexmap}/here`, { method: 'DELETE', keepalive: true, headers }).catch(() => undefined);
}
