import { useEffect, useRef, useState } from 'react';
import { useApi } from '#lib/query.ts';
import { useTheme } from '#lib/theme.ts';
import { Button } from '#ui/button.tsx';
import type { Phase, Size } from '../connection/connection.ts';
import { Line } from '../connection/line.ts';
import { panelOf } from '../frame/pane-tabs.tsx';
import { useBenchSettings } from '../settings.ts';
import { fontLoaded, TerminalScreen } from './screen.ts';
import css from './terminal.module.css';

/** A terminal as the rest of the bench reaches it. */
export interface ShellHandle {
  screen: TerminalScreen;
  line: Line;
}

export interface ViewProps {
  slug: string;
  number: number;
  name: string;
  isShown: boolean;
  /** Changes what is typed before it is sent: a held Ctrl. */
  turnInput: (bytes: Uint8Array) => Uint8Array;
  onHandle: (handle: ShellHandle | null) => void;
  onSize: (size: Size) => void;
  onSaved: (at: string) => void;
  onSearch: () => void;
  /** The instance has ended. */
  onGone: () => void;
}

/** One terminal: its screen, and what is to be said of its line. A hidden one goes on. */
export function TerminalView(props: ViewProps) {
  const { slug, number, name, isShown } = props;
  const api = useApi();
  const theme = useTheme();
  const { textSize, isSpoken } = useBenchSettings();
  const host = useRef<HTMLDivElement>(null);
  const [phase, setPhase] = useState<Phase>({ is: 'connecting' });
  const [handle, setHandle] = useState<ShellHandle | null>(null);
  const label = `Terminal ${name}. Press F6 to leave it.`;
  const latest = useRef({ ...props, api, textSize, isSpoken, label });
  latest.current = { ...props, api, textSize, isSpoken, label };

  // xterm draws itself, and the socket is outside React.
  useEffect(() => {
    let made: ShellHandle | undefined;
    let isOver = false;
    void fontLoaded().then(() => {
      if (isOver || !host.current) return;
      const screen = new TerminalScreen({
        host: host.current,
        ...latest.current,
        onInput: (bytes) => made?.line.type(latest.current.turnInput(bytes)),
        onSize: (size) => {
          made?.line.resize(size);
          latest.current.onSize(size);
        },
        onSearch: () => latest.current.onSearch(),
      });
      const line = new Line({
        terminal: number,
        size: screen.size,
        screen,
        askTicket: async () => (await latest.current.api('POST /api/lab/:slug/terminal', { params: { slug } })).ticket,
        onPhase: (next) => {
          setPhase(next);
          if (next.is === 'gone') latest.current.onGone();
        },
        onSaved: (at) => latest.current.onSaved(at),
      });
      made = { screen, line };
      latest.current.onSize(screen.size);
      latest.current.onHandle(made);
      setHandle(made);
    });
    return () => {
      isOver = true;
      latest.current.onHandle(null);
      made?.line.shut();
      made?.screen.destroy();
    };
  }, [slug, number]);
  useEffect(() => handle?.screen.set({ textSize, isSpoken, label }), [handle, textSize, isSpoken, label]);
  // The new look has to be on the page before its colours can be read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme is what the colours depend on
  useEffect(() => {
    const frame = requestAnimationFrame(() => handle?.screen.recolour());
    return () => cancelAnimationFrame(frame);
  }, [handle, theme]);
  useEffect(() => {
    if (isShown && handle) latest.current.onSize(handle.screen.size);
  }, [isShown, handle]);

  return (
    <div {...panelOf(`terminal-${number}`)} className={css.view} hidden={!isShown} data-part>
      <div ref={host} className={css.host} />
      <div className={css.notice} role="status">
        <LineNotice
          phase={phase}
          onAgain={() => {
            handle?.line.again();
            handle?.screen.focus();
          }}
        />
      </div>
    </div>
  );
}

function LineNotice({ phase, onAgain }: { phase: Phase; onAgain: () => void }) {
  switch (phase.is) {
    case 'attached':
    case 'gone':
      return null;
    case 'connecting':
      return <p className={css.late}>Connecting</p>;
    case 'waiting':
      return <p className={css.late}>The line broke. Reconnecting.</p>;
    case 'offline':
      return <p>You are offline. The terminal goes on when you are back; the shell does all the while.</p>;
    case 'taken':
      return (
        <>
          <p>This terminal is open in another window.</p>
          <Button size="sm" onClick={onAgain}>
            Use it here
          </Button>
        </>
      );
    case 'ended':
      return (
        <>
          <p>{phase.reason || 'The shell has ended.'}</p>
          <Button size="sm" icon="terminal" onClick={onAgain}>
            Start a new one
          </Button>
        </>
      );
    case 'refused':
      return (
        <>
          <p>{phase.reason}</p>
          <Button size="sm" icon="refresh" onClick={onAgain}>
            Try again
          </Button>
        </>
      );
  }
}
