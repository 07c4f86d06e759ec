import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { clockText, spokenClockText } from '#lib/clock-text.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Label } from '#ui/label.tsx';
import { useEarlyChange } from '#ui/use-early-change.ts';
import type { ModuleProps } from '../module-props.ts';
import { type Player, usePlayer } from './use-player.ts';
import { useWatched } from './use-watched.ts';
import { VideoControls } from './video-controls.tsx';
import { VideoMarks } from './video-marks.tsx';
import css from './video-module.module.css';
import { type Ranges, rangesBefore, shareSeen } from './watched-ranges.ts';

/** Handles the usual keys of video players while the focus is in the player. */
function playerKey(event: KeyboardEvent, player: Player, fullscreen: () => void): void {
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

/** Player for hosted videos, with captions, chapters, speed, and resuming at the last position. */
export default function VideoModule({ lesson, module: video }: ModuleProps<'video'>) {
  const frame = useRef<HTMLElement>(null);
  const watched = useWatched(lesson, video.id);
  const player = usePlayer(video.id, watched);
  const fullscreen = () => {
    // Some browsers cannot show the element in full screen. Ignores their rejection.
    if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
    else frame.current?.requestFullscreen?.().catch(() => undefined);
  };
  return (
    <Card
      as="section"
      className={css.card}
      aria-label={`Video: ${video.title}`}
      onKeyDown={(event) => playerKey(event, player, fullscreen)}
    >
      <header className={css.head}>
        <Label>Video</Label>
        <p className={css.title}>{video.title}</p>
      </header>
      <div
        className={css.frame}
        ref={(element) => {
          frame.current = element;
        }}
      >
        <video
          ref={player.video}
          className={css.screen}
          src={video.src}
          poster={video.poster ?? undefined}
          preload="metadata"
          playsInline
          tabIndex={0}
          aria-label={video.title}
          onClick={player.toggle}
          {...player.events}
        >
          {video.captions.map(({ src, lang, label }, index) => (
            <track key={src} kind="captions" src={src} srcLang={lang} label={label} default={index === 0} />
          ))}
        </video>
        {player.failed && (
          <p role="alert" className={css.failed}>
            The video could not be loaded. Check your connection and reload the page, or read the transcript below.
          </p>
        )}
        <VideoTimeline
          time={player.time}
          duration={player.duration}
          watched={watched.watched}
          chapters={video.chapters}
          onSeek={player.seek}
        />
        <VideoControls
          player={player}
          chapters={video.chapters}
          hasCaptions={video.captions.length > 0}
          onFullscreen={fullscreen}
        />
      </div>
      <div className={css.below}>
        <VideoMarks
          lesson={lesson}
          module={video.id}
          now={() => player.video.current?.currentTime ?? 0}
          onSeek={player.seek}
        />
        <VideoTranscript lines={video.transcript} time={player.time} onSeek={player.seek} />
      </div>
    </Card>
  );
}

interface VideoTranscriptProps {
  lines: readonly { at: number; text: string }[];
  time: number;
  onSeek: (to: number) => void;
}

/** Transcript of a video. A click on a line seeks to its time. */
function VideoTranscript({ lines, time, onSeek }: VideoTranscriptProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const current = lines.findLast(({ at }) => at <= time + 0.01);
  if (lines.length === 0) return null;
  return (
    <div className={css.transcript}>
      <Button variant="quiet" size="sm" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {open ? 'Hide transcript' : 'Show transcript'}
      </Button>
      <ol id={id} className={css.lines} hidden={!open}>
        {lines.map((line) => (
          <li key={line.at}>
            <button
              type="button"
              className={css.line}
              aria-current={line === current ? 'true' : undefined}
              onClick={() => onSeek(line.at)}
            >
              <span className={css.time}>{clockText(line.at)}</span>
              <span>{line.text}</span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}

interface VideoTimelineProps {
  time: number;
  duration: number;
  watched: Ranges;
  chapters: readonly { at: number; title: string }[];
  onSeek: (to: number) => void;
}

/** Timeline of a video: position, watched ranges and chapters. */
function VideoTimeline({ time, duration, watched, chapters, onSeek }: VideoTimelineProps) {
  const change = (event: { target: HTMLInputElement }) => onSeek(Number(event.target.value));
  const range = useEarlyChange({ value: time, onChange: change });
  const end = Math.max(duration, 1);
  const currentChapter = chapters.findLast(({ at }) => at <= time + 0.01);
  const percent = Math.round(shareSeen(watched, duration) * 100);
  return (
    <div className={css.timeline}>
      <svg className={css.track} viewBox={`0 0 ${end} 10`} preserveAspectRatio="none" aria-hidden="true">
        <rect className={css.rail} x="0" y="3" width={end} height="4" />
        {rangesBefore(watched, end).map(([from, to]) => (
          <rect key={from} className={css.watched} x={from} y="3" width={to - from} height="4" />
        ))}
        {chapters.slice(1).map(({ at }) => (
          <rect key={at} className={css.tick} x={at} y="0" width={end / 400} height="10" />
        ))}
      </svg>
      <input
        ref={range}
        type="range"
        className={css.range}
        min={0}
        max={Math.floor(end * 10) / 10}
        step={0.1}
        value={time}
        aria-label="Position in the video"
        aria-valuetext={`${spokenClockText(time)} of ${spokenClockText(duration)}${currentChapter ? `, ${currentChapter.title}` : ''}`}
        onChange={change}
      />
      <p className={css.times}>
        <span>
          {clockText(time)} / {clockText(duration)}
        </span>
        {currentChapter && <span className={css.currentChapter}>{currentChapter.title}</span>}
        <span className={css.percent}>{percent}% watched</span>
      </p>
    </div>
  );
}
