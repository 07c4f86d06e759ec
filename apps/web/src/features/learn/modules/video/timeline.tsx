import { useEarlyChange } from '#ui/use-early-change.ts';
import { clockText, clockWords } from './clock-text.public.ts';
import { type Ranges, shareSeen } from './ranges.ts';
import css from './video.module.css';

interface Props {
  time: number;
  duration: number;
  watched: Ranges;
  chapters: readonly { at: number; title: string }[];
  onSeek: (to: number) => void;
}

/** Where one is, what one has seen, and where chapters begin. */
export function Timeline({ time, duration, watched, chapters, onSeek }: Props) {
  const change = (event: { target: HTMLInputElement }) => onSeek(Number(event.target.value));
  const range = useEarlyChange({ value: time, onChange: change });
  const end = Math.max(duration, 1);
  const here = chapters.findLast(({ at }) => at <= time + 0.01);
  const percent = Math.round(shareSeen(watched, duration) * 100);
  return (
    <div className={css.timeline}>
      <svg className={css.track} viewBox={`0 0 ${end} 10`} preserveAspectRatio="none" aria-hidden="true">
        <rect className={css.rail} x="0" y="3" width={end} height="4" />
        {watched.map(([from, to]) => (
          <rect key={from} className={css.seen} x={from} y="3" width={Math.min(to, end) - from} height="4" />
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
        aria-valuetext={`${clockWords(time)} of ${clockWords(duration)}${here ? `, ${here.title}` : ''}`}
        onChange={change}
      />
      <p className={css.times}>
        <span>
          {clockText(time)} / {clockText(duration)}
        </span>
        {here && <span className={css.here}>{here.title}</span>}
        <span className={css.percent}>{percent}% seen</span>
      </p>
    </div>
  );
}
