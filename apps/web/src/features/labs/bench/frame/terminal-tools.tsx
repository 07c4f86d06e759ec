import { Button } from '#ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx';
import { leaveFull, more } from '../bench-icons.ts';
import type { Size } from '../connection/connection.ts';
import { changeSettings, textSizes, useBenchSettings } from '../settings.ts';
import css from '../terminal/terminal.module.css';
import { WayOut } from './way-out.tsx';

interface Props {
  size: Size | undefined;
  /** What to say of the home: `home saved 12:31:07`. */
  saved: string | undefined;
  isFull: boolean;
  isNarrow: boolean;
  /** Left out where there are as many as can be. */
  onNew: (() => void) | undefined;
  onSearch: () => void;
  onFull: () => void;
}

/** At the right end of the terminal's tabs. */
export function TerminalTools({ size, saved, isFull, isNarrow, onNew, onSearch, onFull }: Props) {
  const { textSize, isSpoken } = useBenchSettings();
  const at = textSizes.findIndex((one) => one >= textSize);
  const [smaller, larger] = [textSizes[at - 1], textSizes[at + 1]];
  return (
    <>
      {!isNarrow && (
        <div className={css.facts}>
          <WayOut />
          {size && (
            <span className={css.words}>
              bash · {size.columns}×{size.rows}
            </span>
          )}
          {saved && <span className={css.words}>{saved}</span>}
        </div>
      )}
      {!isNarrow && (
        <Button
          variant="quiet"
          size="sm"
          square
          icon="search"
          aria-label="Find in the terminal"
          aria-keyshortcuts="Control+Shift+F"
          onClick={onSearch}
        />
      )}
      <Menu
        trigger={(props) => (
          <Button {...props} variant="quiet" size="sm" square icon={more} aria-label="More about the terminal" />
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
          {isSpoken ? 'Leave the screen-reader mode' : 'Screen-reader mode'}
        </MenuItem>
      </Menu>
      {!isNarrow && (
        <Button
          variant="quiet"
          size="sm"
          square
          icon={isFull ? leaveFull : 'fit'}
          aria-label={isFull ? 'Leave the full screen' : 'Full screen'}
          aria-pressed={isFull}
          onClick={onFull}
        />
      )}
    </>
  );
}
