import { useCallback, useEffect, useRef, useState } from 'react';
import type { useWatched } from './use-watched.ts';
import { seenBetween } from './watched-ranges.ts';

export const speeds = [0.75, 1, 1.25, 1.5, 1.75, 2] as const;
/** If the stored position is this close to the end, in seconds, the video starts from the beginning. */
const RESTART_BEFORE_END_S = 5;

/** State of a <video> element, and the actions of its controls. */
export function usePlayer(id: string, { resumeAt, note, send }: ReturnType<typeof useWatched>) {
  const video = useRef<HTMLVideoElement>(null);
  const lastCounted = useRef(0);
  const hasResumed = useRef(false);
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
    const seen = element.seeking ? [] : seenBetween(lastCounted.current, element.currentTime, 2 * element.playbackRate);
    // Fractions of a second add up, so the start moves only after a counted second or a seek.
    if (seen.length > 0 || element.seeking || Math.abs(element.currentTime - lastCounted.current) > 1) {
      lastCounted.current = element.currentTime;
    }
    if (hasResumed.current) note(element.currentTime, seen);
    read();
  }, [note, read]);

  const resume = useCallback(() => {
    const element = video.current;
    if (!element || hasResumed.current || resumeAt === undefined || element.readyState < 1) return;
    hasResumed.current = true;
    if (element.currentTime === 0 && resumeAt > 0 && resumeAt < element.duration - RESTART_BEFORE_END_S) {
      element.currentTime = resumeAt;
      lastCounted.current = resumeAt;
    }
    read();
  }, [resumeAt, read]);
  // The metadata may load before React listens, and the server's response may arrive after both.
  useEffect(() => {
    resume();
    read();
  }, [resume, read]);

  const seek = useCallback((to: number) => {
    const element = video.current;
    if (!element) return;
    element.currentTime = Math.max(0, Math.min(to, element.duration || to));
    lastCounted.current = element.currentTime;
  }, []);

  const toggle = useCallback(() => {
    const element = video.current;
    if (!element) return;
    // The browser may require a user gesture. The learner can then click the button.
    if (element.paused) element.play().catch(() => undefined);
    else element.pause();
  }, []);

  // Text tracks have no attribute that switches them, only the `mode` property.
  useEffect(() => {
    const [track] = video.current?.textTracks ?? [];
    if (track) track.mode = captions ? 'showing' : 'hidden';
  }, [captions]);

  // The bookmarks in the notes seek by a document event.
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
        void send();
      },
      onEnded: () => void send(),
      onVolumeChange: read,
      onRateChange: read,
      onError: read,
    },
  };
}
export type Player = ReturnType<typeof usePlayer>;
