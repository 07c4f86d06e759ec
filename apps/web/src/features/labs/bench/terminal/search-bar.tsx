import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import type { Found, TerminalScreen } from './screen.ts';
import css from './terminal.module.css';

interface Props {
  screen: TerminalScreen;
  onClose: () => void;
}

/** Looks for words in what a terminal has shown: Enter goes up to older ones, Shift+Enter down. */
export function SearchBar({ screen, onClose }: Props) {
  const [words, setWords] = useState('');
  const [found, setFound] = useState<Found>({ at: 0, of: 0 });
  const input = useRef<HTMLInputElement>(null);
  // xterm is outside React; the field is what was asked for.
  useEffect(() => {
    input.current?.focus();
    screen.onFound(setFound);
    return () => screen.stopFinding();
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
        aria-label="Find in the terminal"
        placeholder="Find"
        value={words}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => {
          setWords(target.value);
          screen.find(target.value, -1, true);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') screen.find(words, event.shiftKey ? 1 : -1);
          else if (event.key === 'Escape') close();
          else return;
          event.preventDefault();
        }}
      />
      <output className={css.found}>{words && `${found.at} of ${found.of}`}</output>
      <Button
        variant="quiet"
        size="sm"
        square
        icon="chevron-up"
        aria-label="The one before"
        onClick={() => screen.find(words, -1)}
      />
      <Button
        variant="quiet"
        size="sm"
        square
        icon="chevron-down"
        aria-label="The next one"
        onClick={() => screen.find(words, 1)}
      />
      <Button variant="quiet" size="sm" square icon="close" aria-label="Close the search" onClick={close} />
    </search>
  );
}
