import { useCallback, useEffect, useRef, useState } from 'react';
import { seenBetween } from './ranges.ts';
import type { useWatched } from './use-watched.ts';

export const speeds = [0.75, 1, 1.25, 1.5, 1.75, 2] as const;
/** A learner who stopped nearer to the end than this starts from the beginning. */
const nearlyOver = 5;

/** The state of a <video> as React sees it, and what the buttons do with it. */
export function usePlayer(id: string, { resumeAt, note, tell }: ReturnType<typeof useWatched>) {
  const video = useRef<HTMLVideoElement>(null);
  const before = useRef(0);
  const resumed = useRef(false);
  const [state, setState] = useState({ time: 0, duration: 0, playing: false, muted: false, speed: 1, failed: false });
  const [captions, setCaptions] = useState(true);

  const read = useCallback(() => {
    const element = video.current;
    if (!element) return;
    const { currentTime, duration, paused, muted, playbackRate, error } = element;
    setState({
      time: currentTime,
      duration: Number.isFinite(duration) ? duration : 0,
      playing: !paused,
      muted,
      speed: playbackRate,
      failed: error !== null,
    });
  }, []);

  const onTime = useCallback(() => {
    const element = video.current;
    if (!element) return;
    const seen = element.seeking ? [] : seenBetween(before.current, element.currentTime, 2 * element.playbackRate);
    // Parts of a second add up: the mark moves only when something was counted, or somebody jumped.
    if (seen.length > 0 || element.seeking || Math.abs(element.currentTime - before.current) > 1) {
      before.current = element.currentTime;
    }
    if (resumed.current) note(element.currentTime, seen);
    read();
  }, [note, read]);

  const resume = useCallback(() => {
    const element = video.current;
    if (!element || resumed.current || resumeAt === undefined || element.readyState < 1) return;
    resumed.current = true;
    if (element.currentTime === 0 && resumeAt > 0 && resumeAt < element.duration - nearlyOver) {
      element.currentTime = resumeAt;
      before.current = resumeAt;
    }
    read();
  }, [resumeAt, read]);
  // The element may have its facts before React listens, and the server's answer may come after both.
  useEffect(() => {
    resume();
    read();
  }, [resume, read]);

  const seek = useCallback((to: number) => {
    const element = video.current;
    if (!element) return;
    element.currentTime = Math.max(0, Math.min(to, element.duration || to));
    before.current = element.currentTime;
  }, []);

  const toggle = useCallback(() => {
    const element = video.current;
    if (!element) return;
    // The browser refuses if it wants a gesture first; then the button is still there.
    if (element.paused) element.play().catch(() => undefined);
    else element.pause();
  }, []);

  // Tracks have no attribute for this that can change.
  useEffect(() => {
    const [track] = video.current?.textTracks ?? [];
    if (track) track.mode = captions ? 'showing' : 'hidden';
  }, [captions]);

  // Marks in the notes ask by an event of the document.
  useEffect(() => {
    const onSeek = (event: Event) => {
      const { module, at } = (event as CustomEvent<{ module: string; at: number }>).detail;
      if (module !== id) return;
      seek(at);
      video.current?.focus();
      video.current?.scrollIntoView({ block: 'center' });
    };
    document.addEventListener('hex:seek', onSeek);
    return () => document.removeEventListener('hex:seek', onSeek);
  }, [id, seek]);

  return {
    video,
    ...state,
    captions,
    seek,
    toggle,
    skip: (by: number) => seek((video.current?.currentTime ?? 0) + by),
    setMuted: (muted: boolean) => {
      if (video.current) video.current.muted = muted;
    },
    setSpeed: (speed: number) => {
      if (video.current) video.current.playbackRate = speed;
    },
    setCaptions,
    events: {
      onLoadedMetadata: resume,
      onDurationChange: read,
      onTimeUpdate: onTime,
      onPlay: read,
      onPause: () => {
        read();
        void tell();
      },
      onEnded: () => void tell(),
      onVolumeChange: read,
      onRateChange: read,
      onError: read,
    },
  };
}
export type Player = ReturnType<typeof usePlayer>;
