import { tierNames } from '@hexpedition/contract/tiers';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { endpointQuery } from '#lib/query.ts';
import { Chip } from '#ui/chip.tsx';
import { Icon } from '#ui/icon.tsx';
import { Kbd } from '#ui/kbd.tsx';
import css from './palette.module.css';
import { type Entry, groupsOf, matchingCommands, step } from './palette-entries.ts';
import { useCommands } from './use-commands.ts';

interface Props {
  /** Receives the focus when the palette closes. */
  opener: Element;
  /** Returns, once, the text typed before the palette was loaded; afterwards the field receives the keys. */
  takeBufferedText?: () => string;
  onClose: () => void;
}

const debounceMs = 150;

/** Search results for the typed text, debounced; shows the previous results meanwhile. */
function useSearchResults(typed: string) {
  const text = typed.trim().slice(0, 100);
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  const wanted = asked.length >= 2;
  const query = useQuery({
    ...endpointQuery(
      'GET /api/search',
      { query: { q: wanted ? asked : 'x', limit: 12 } },
      { viewer: true, quiet: true },
    ),
    enabled: wanted,
    placeholderData: keepPreviousData,
  });
  const isAsking = text.length >= 2 && (text !== asked || query.isFetching);
  return { answer: wanted && text.length >= 2 ? query.data : undefined, error: wanted ? query.error : null, isAsking };
}

/** Search and commands: a combobox with a permanently open list in a modal dialog. */
export default function Palette({ opener, takeBufferedText, onClose }: Props) {
  const navigate = useNavigate();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const takeBuffered = useRef(takeBufferedText);
  const { answer, error, isAsking } = useSearchResults(typed);
  const commands = matchingCommands(useCommands(), typed);
  const found = groupsOf(answer?.results ?? [], (path) => void navigate({ href: path }));
  const goTo = { label: 'Go to', entries: typed ? commands.slice(0, 4) : commands };
  const groups = [goTo, ...found].filter(({ entries }) => entries.length > 0);
  const entries = groups.flatMap((group) => group.entries);
  const active = entries[Math.min(at, entries.length - 1)];

  // showModal is imperative; the focus is restored by hand (see ui/dialog.tsx).
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // The field now has the focus.
    const buffered = takeBuffered.current?.();
    if (buffered) {
      // Set it immediately: a key that arrives before React renders must be appended to it.
      if (field.current) field.current.value = buffered;
      setTyped(buffered);
    }
    return () => {
      element?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [opener]);
  // Browsers scroll lists only to the focus, which stays in the field.
  useEffect(() => {
    if (active) document.getElementById(`${id}${active.id}`)?.scrollIntoView({ block: 'nearest' });
  }, [active, id]);

  const choose = (entry = active) => {
    if (!entry) return;
    onClose();
    entry.run();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the backdrop; Escape does the same
    <dialog
      ref={dialog}
      className={css.palette}
      aria-label="Search"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className={css.panel}>
        <div className={css.field}>
          <Icon name="search" size={20} />
          <input
            ref={field}
            autoFocus
            type="text"
            role="combobox"
            className={css.input}
            aria-label="Search courses, lessons and labs"
            aria-expanded="true"
            aria-controls={`${id}list`}
            aria-activedescendant={active ? `${id}${active.id}` : undefined}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={100}
            placeholder="Search, or go to a page"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setAt(0);
            }}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing) return;
              if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
                event.preventDefault();
                setAt(step(Math.min(at, entries.length - 1), event.key === 'ArrowDown' ? 1 : -1, entries.length));
              } else if (event.key === 'Enter') {
                event.preventDefault();
                choose();
              }
            }}
          />
          <button type="button" className={css.close} aria-label="Close" onClick={onClose}>
            <Icon name="close" size={18} />
          </button>
        </div>
        <div className={css.list} role="listbox" id={`${id}list`} aria-label="Results" aria-busy={isAsking}>
          {groups.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own
            <div key={group.label} role="group" aria-label={group.label} className={css.group}>
              <div className={css.label} aria-hidden="true">
                {group.label}
              </div>
              {group.entries.map((entry) => (
                <PaletteOption
                  key={entry.id}
                  id={`${id}${entry.id}`}
                  entry={entry}
                  selected={entry === active}
                  onPoint={() => setAt(entries.indexOf(entry))}
                  onChoose={() => choose(entry)}
                />
              ))}
            </div>
          ))}
        </div>
        <div className={css.foot}>
          <p role="status" className={css.status}>
            {statusOf({
              typed,
              isAsking,
              failed: error,
              count: answer && answer.results.length + goTo.entries.length,
              corrected: answer?.corrected,
            })}
          </p>
          <p className={css.keys} aria-hidden="true">
            <Kbd>↑</Kbd> <Kbd>↓</Kbd> select <Kbd>Enter</Kbd> open <Kbd>Esc</Kbd> close
          </p>
        </div>
      </div>
    </dialog>
  );
}

interface PaletteOptionProps {
  id: string;
  entry: Entry;
  selected: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function PaletteOption({
  id,
  entry: { icon, name, context, excerpt, tier },
  selected,
  onPoint,
  onChoose,
}: PaletteOptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys and marks this as its active option
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
    <div
      id={id}
      role="option"
      aria-selected={selected}
      className={css.option}
      onPointerMove={() => selected || onPoint()}
      onClick={onChoose}
    >
      <Icon name={icon} size={18} />
      <div className={css.what}>
        <div className={css.name}>
          {name}
          {context && <span className={css.context}>{context}</span>}
          {tier ? <Chip>{tierNames[tier]}</Chip> : null}
        </div>
        {excerpt && (
          <div className={css.excerpt}>
            {excerpt.map(({ text, hit }, i) => {
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never reorder
              return hit ? <mark key={i}>{text}</mark> : <span key={i}>{text}</span>;
            })}
          </div>
        )}
      </div>
    </div>
  );
}

interface StatusInput {
  typed: string;
  isAsking: boolean;
  failed: unknown;
  count: number | undefined;
  corrected: string | null | undefined;
}

function statusOf({ typed, isAsking, failed, count, corrected }: StatusInput): string {
  if (failed) return messageOf(failed);
  if (typed.trim().length < 2) return 'Type at least two letters.';
  if (count === undefined) return isAsking ? 'Searching …' : '';
  if (count === 0) return isAsking ? 'Searching …' : 'No results. Try another word.';
  const found = count === 1 ? 'One result' : `${count} results`;
  return corrected ? `${found} for “${corrected}”.` : `${found}.`;
}
