import { useRef } from 'react';
import { Card } from '#ui/card.tsx';
import { Label } from '#ui/label.tsx';
import type { ModuleProps } from '../module-props.ts';
import { playerKey } from './player-keys.ts';
import { usePlayer } from './use-player.ts';
import { useWatched } from './use-watched.ts';
import { VideoControls } from './video-controls.tsx';
import { VideoMarks } from './video-marks.tsx';
import css from './video-module.module.css';
import { VideoTimeline } from './video-timeline.tsx';
import { VideoTranscript } from './video-transcript.tsx';

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
