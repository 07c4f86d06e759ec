import { clockText, spokenClockText } from '#lib/clock-text.ts';
import { useEarlyChange } from '#ui/use-early-change.ts';
import css from './video-module.module.css';
import { type Ranges, shareSeen } from './watched-ranges.ts';

interface Props {
  time: number;
  duration: number;
  watched: Ranges;
  chapters: readonly { at: number; title: string }[];
  onSeek: (to: number) => void;
}

/** Timeline of a video: position, watched ranges and chapters. */
export function VideoTimeline({ time, duration, watched, chapters, onSeek }: Props) {
  const change = (event: { target: HTMLInputElement }) => onSeek(Number(event.target.value));
  const range = useEarlyChange({ value: time, onChange: change });
  const end = Math.max(duration, 1);
  const currentChapter = chapters.findLast(({ at }) => at <= time + 0.01);
  const percent = Math.round(shareSeen(watched, duration) * 100);
  return (
    <div className={css.timeline}>
      <svg className={css.track} viewBox={`0 0 ${end} 10`} preserveAspectRatio="none" aria-hidden="true">
        <rect className={css.rail} x="0" y="3" width={end} height="4" />
        {watched.map(([from, to]) => (
          <rect key={from} className={css.watched} x={from} y="3" width={Math.min(to, end) - from} height="4" />
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
