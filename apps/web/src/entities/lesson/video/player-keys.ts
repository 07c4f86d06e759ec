import type { KeyboardEvent } from 'react';
import type { Player } from './use-player.ts';

/** Handles the usual keys of video players while the focus is in the player. */
export function playerKey(event: KeyboardEvent, player: Player, fullscreen: () => void): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const onRange = event.target instanceof HTMLInputElement;
  const actions: Record<string, () => void> = {
    k: player.toggle,
    j: () => player.skip(-10),
    l: () => player.skip(10),
    m: () => player.setMuted(!player.muted),
    c: () => player.setCaptions(!player.captions),
    f: fullscreen,
    // The range input uses the arrow keys, and buttons use the space bar.
    ...(onRange ? {} : { ArrowLeft: () => player.skip(-5), ArrowRight: () => player.skip(5) }),
    ...(event.target instanceof HTMLVideoElement ? { ' ': player.toggle } : {}),
  };
  const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!action) return;
  // Tells the page's shortcuts that the key was handled.
  event.preventDefault();
  action();
}

const isTyping = (target: EventTarget) =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && target.type === 'text');
