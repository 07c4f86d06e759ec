import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import css from './terminal.module.css';
import type { SearchPosition, TerminalScreen } from './terminal-screen.ts';

interface Props {
  screen: TerminalScreen;
  onClose: () => void;
}

/** Searches the output of a terminal. Enter moves up to older matches, Shift+Enter down. */
export function TerminalSearchBar({ screen, onClose }: Props) {
  const [query, setQuery] = useState('');
  const [position, setPosition] = useState<SearchPosition>({ at: 0, of: 0 });
  const input = useRef<HTMLInputElement>(null);
  // Focuses the field and subscribes to the results of xterm.
  useEffect(() => {
    input.current?.focus();
    screen.onSearchResults(setPosition);
    return () => screen.clearSearch();
  }, [screen]);
  const close = () => {
    onClose();
    screen.focus();
  };
  return (
    <search className={css.search}>
      <input
        ref={input}
        type="text"
        aria-label="Find in terminal"
        placeholder="Find"
        value={query}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => {
          setQuery(target.value);
          screen.find(target.value, -1, true);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') screen.find(query, event.shiftKey ? 1 : -1);
          else if (event.key === 'Escape') close();
          else return;
          event.preventDefault();
        }}
      />
      <output className={css.found}>{query && `${position.at} of ${position.of}`}</output>
      <Button
        variant="quiet"
        size="sm"
        square
        icon="chevron-up"
        aria-label="Previous match"
        onClick={() => screen.find(query, -1)}
      />
      <Button
        variant="quiet"
        size="sm"
        square
        icon="chevron-down"
        aria-label="Next match"
        onClick={() => screen.find(query, 1)}
      />
      <Button variant="quiet" size="sm" square icon="close" aria-label="Close search" onClick={close} />
    </search>
  );
}
