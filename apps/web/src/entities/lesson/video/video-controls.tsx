import type { ReactNode } from 'react';
import { clockText } from '#lib/clock-text.ts';
import { Button } from '#ui/button.tsx';
import { type EarlyChange, useEarlyChange } from '#ui/use-early-change.ts';
import { playerIcons } from './player-icons.ts';
import { type Player, speeds } from './use-player.ts';
import css from './video-module.module.css';

interface Props {
  player: Player;
  chapters: readonly { at: number; title: string }[];
  hasCaptions: boolean;
  onFullscreen: () => void;
}

export function VideoControls({ player, chapters, hasCaptions, onFullscreen }: Props) {
  const { playing, muted, speed, captions, time } = player;
  const currentChapter = chapters.findLastIndex(({ at }) => at <= time + 0.01);
  return (
    <div className={css.controls}>
      <Button
        variant="quiet"
        square
        icon={playing ? playerIcons.pause : 'play'}
        aria-label={playing ? 'Pause' : 'Play'}
        onClick={player.toggle}
      />
      <Button variant="quiet" size="sm" title="Back 10 seconds" onClick={() => player.skip(-10)}>
        −10 s
      </Button>
      <Button variant="quiet" size="sm" title="Forward 10 seconds" onClick={() => player.skip(10)}>
        +10 s
      </Button>
      <Button
        variant="quiet"
        square
        icon={muted ? playerIcons.mute : playerIcons.volume}
        aria-label="Sound"
        aria-pressed={!muted}
        onClick={() => player.setMuted(!muted)}
      />
      {hasCaptions && (
        <Button
          variant="quiet"
          square
          icon={playerIcons.captions}
          aria-label="Captions"
          aria-pressed={captions}
          onClick={() => player.setCaptions(!captions)}
        />
      )}
      <Choice label="Speed" value={speed} onChange={(event) => player.setSpeed(Number(event.target.value))}>
        {speeds.map((one) => (
          <option key={one} value={one}>
            {one} ×
          </option>
        ))}
      </Choice>
      {chapters.length > 1 && (
        <Choice
          label="Chapter"
          value={currentChapter}
          onChange={(event) => player.seek(chapters[Number(event.target.value)]?.at ?? 0)}
        >
          {currentChapter < 0 && <option value={-1}>Before the first chapter</option>}
          {chapters.map(({ at, title }, index) => (
            <option key={at} value={index}>
              {clockText(at)} {title}
            </option>
          ))}
        </Choice>
      )}
      <Button
        className={css.last}
        variant="quiet"
        square
        icon={playerIcons.expand}
        aria-label="Full screen"
        onClick={onFullscreen}
      />
    </div>
  );
}

interface ChoiceProps extends Required<Pick<EarlyChange<HTMLSelectElement>, 'onChange'>> {
  label: string;
  value: number;
  children: ReactNode;
}

function Choice({ label, ...select }: ChoiceProps) {
  const ref = useEarlyChange<HTMLSelectElement>(select);
  return (
    <label className={css.choice}>
      <span className={css.choiceLabel}>{label}</span>
      <select ref={ref} {...select} />
    </label>
  );
}
