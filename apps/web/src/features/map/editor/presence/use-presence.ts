import type { MapPresence } from '@hexpedition/contract';
import type { HexmapName } from '@hexpedition/contract/map-vocabulary';
import type { Hex } from '@hexpedition/hexkit/hex';
import { useEffect, useRef } from 'react';
import { useApi } from '#lib/query.ts';
import { readSession } from '#lib/session.ts';
import type { PresenceStore } from './presence-store.ts';

/** Interval of presence requests of a visible editor, in milliseconds. The server drops an author after 15 seconds. */
const PING_INTERVAL = 4_000;

/**
 * Reports the author's presence and receives the other authors. An editor in a hidden tab sends nothing, so the server
 * soon drops its author.
 * @param getHex returns the author's position
 * @param onNews receives the server's state of the map
 */
export function usePresence(
  hexmap: HexmapName,
  presence: PresenceStore,
  getHex: () => Hex | null,
  onNews: (news: MapPresence) => void,
): void {
  const api = useApi();
  const latest = useRef({ getHex, onNews });
  latest.current = { getHex, onNews };
  useEffect(() => {
    let isOpen = true;
    let pending: Promise<MapPresence | undefined> | undefined;
    const ping = async () => {
      if (document.hidden || pending) return;
      const hex = latest.current.getHex();
      const body = { hex: hex && { q: hex.q, r: hex.r } };
      // A failed request is ignored, because the next one follows soon.
      pending = api('POST /api/admin/map/:hexmap/presence', { params: { hexmap }, body }).catch(() => undefined);
      const news = await pending;
      pending = undefined;
      if (!news || !isOpen) return;
      presence.update(news.others);
      latest.current.onNews(news);
    };
    const onVisible = () => void ping();
    const onPageHide = () => leave(hexmap);
    const timer = window.setInterval(onVisible, PING_INTERVAL);
    document.addEventListener('visibilitychange', onVisible);
    window.addEventListener('pagehide', onPageHide);
    onVisible();
    return () => {
      isOpen = false;
      window.clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
      window.removeEventListener('pagehide', onPageHide);
      // A pending request would register the author again, so leave after it.
      if (pending) void pending.then(() => leave(hexmap));
      else leave(hexmap);
    };
  }, [api, presence, hexmap]);
}

/** Reports that the author has left. The request outlives the page. If it is lost, the server drops the author later. */
function leave(hexmap: HexmapName): void {
  const session = readSession();
  if (!session) return;
  const headers = { authorization: `Bearer ${session.token.access}` };
  fetch(`/api/admin/map/${hexmap}/presence`, { method: 'DELETE', keepalive: true, headers }).catch(() => undefined);
}
