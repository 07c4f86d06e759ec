import { dateFormat } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx';
import { exitFullScreen, more } from '../bench-icons.ts';
import { changeSettings, textSizes, useBenchSettings } from '../bench-settings.ts';
import type { Size } from '../connection/terminal-connection.ts';
import css from '../terminal/terminal.module.css';
import { LeaveHint } from './leave-hint.tsx';

const formatTime = dateFormat({ hour: '2-digit', minute: '2-digit' });

interface Props {
  size: Size | undefined;
  /** Time at which the home was last saved. */
  savedAt: string | undefined;
  isFull: boolean;
  isNarrow: boolean;
  /** Opens a terminal; undefined if the maximum is open. */
  onNew: (() => void) | undefined;
  onSearch: () => void;
  onFull: () => void;
}

/** Tools at the right end of the terminal tabs. */
export function TerminalTools({ size, savedAt, isFull, isNarrow, onNew, onSearch, onFull }: Props) {
  const { textSize, isSpoken } = useBenchSettings();
  const at = textSizes.findIndex((one) => one >= textSize);
  const [smaller, larger] = [textSizes[at - 1], textSizes[at + 1]];
  return (
    <>
      {!isNarrow && (
        <div className={css.facts}>
          <LeaveHint />
          {size && (
            <span className={css.words}>
              bash · {size.columns}×{size.rows}
            </span>
          )}
          {savedAt && (
            <time className={css.words} dateTime={savedAt}>
              {`Saved ${formatTime(savedAt)}`}
            </time>
          )}
        </div>
      )}
      {!isNarrow && (
        <Button
          variant="quiet"
          size="sm"
          square
          icon="search"
          aria-label="Find in terminal"
          aria-keyshortcuts="Control+Shift+F"
          onClick={onSearch}
        />
      )}
      <Menu
        trigger={(props) => (
          <Button {...props} variant="quiet" size="sm" square icon={more} aria-label="Terminal options" />
        )}
      >
        {isNarrow && onNew && (
          <MenuItem icon="terminal" onClick={onNew}>
            New terminal
          </MenuItem>
        )}
        {isNarrow && (
          <MenuItem icon="search" onClick={onSearch}>
            Find
          </MenuItem>
        )}
        {larger && (
          <MenuItem icon="plus" onClick={() => changeSettings({ textSize: larger })}>
            Larger text
          </MenuItem>
        )}
        {smaller && (
          <MenuItem icon="minus" onClick={() => changeSettings({ textSize: smaller })}>
            Smaller text
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={isSpoken ? 'eye-off' : 'eye'} onClick={() => changeSettings({ isSpoken: !isSpoken })}>
          {isSpoken ? 'Turn off screen reader mode' : 'Turn on screen reader mode'}
        </MenuItem>
      </Menu>
      {!isNarrow && (
        <Button
          variant="quiet"
          size="sm"
          square
          icon={isFull ? exitFullScreen : 'fit'}
          aria-label={isFull ? 'Exit full screen' : 'Full screen'}
          aria-pressed={isFull}
          onClick={onFull}
        />
      )}
    </>
  );
}
