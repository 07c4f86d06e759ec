import { useEffect, useRef, useState } from 'react';
import { useApi } from '#lib/query.ts';
import { useTheme } from '#lib/theme.ts';
import { Button } from '#ui/button.tsx';
import { useBenchSettings } from '../bench-settings.ts';
import type { Phase, Size } from '../connection/terminal-connection.ts';
import { TerminalSocket } from '../connection/terminal-socket.ts';
import { panelOf } from '../frame/pane-tabs.tsx';
import css from './terminal.module.css';
import { fontLoaded, TerminalScreen } from './terminal-screen.ts';

/** Access to a terminal for the rest of the bench. */
export interface ShellHandle {
  screen: TerminalScreen;
  socket: TerminalSocket;
}

export interface ViewProps {
  slug: string;
  number: number;
  name: string;
  isShown: boolean;
  /** Transforms the input before it is sent, for a held Ctrl key. */
  transformInput: (bytes: Uint8Array) => Uint8Array;
  onHandle: (handle: ShellHandle | null) => void;
  onSize: (size: Size) => void;
  onHomeSaved: (at: string) => void;
  onSearch: () => void;
  /** Called when the instance has ended. */
  onInstanceEnded: () => void;
}

/** One terminal: its screen and a notice about its connection. A hidden terminal stays connected. */
export function TerminalView(props: ViewProps) {
  const { slug, number, name, isShown } = props;
  const api = useApi();
  const theme = useTheme();
  const { textSize, isSpoken } = useBenchSettings();
  const host = useRef<HTMLDivElement>(null);
  const [phase, setPhase] = useState<Phase>({ type: 'connecting' });
  const [handle, setHandle] = useState<ShellHandle | null>(null);
  const label = `Terminal ${name}. Press F6 to leave it.`;
  const latest = useRef({ ...props, api, textSize, isSpoken, label });
  latest.current = { ...props, api, textSize, isSpoken, label };

  // Creates the screen and the connection, which React does not manage.
  useEffect(() => {
    let created: ShellHandle | undefined;
    let isUnmounted = false;
    void fontLoaded().then(() => {
      if (isUnmounted || !host.current) return;
      const screen = new TerminalScreen({
        host: host.current,
        ...latest.current,
        onInput: (bytes) => created?.socket.sendInput(latest.current.transformInput(bytes)),
        onSize: (size) => {
          created?.socket.resize(size);
          latest.current.onSize(size);
        },
        onSearch: () => latest.current.onSearch(),
      });
      const socket = new TerminalSocket({
        terminal: number,
        size: screen.size,
        screen,
        requestTicket: async () =>
          (await latest.current.api('POST /api/lab/:slug/terminal', { params: { slug } })).ticket,
        onPhase: (next) => {
          setPhase(next);
          if (next.type === 'instanceEnded') latest.current.onInstanceEnded();
        },
        onHomeSaved: (at) => latest.current.onHomeSaved(at),
      });
      created = { screen, socket };
      latest.current.onSize(screen.size);
      latest.current.onHandle(created);
      setHandle(created);
    });
    return () => {
      isUnmounted = true;
      latest.current.onHandle(null);
      created?.socket.dispose();
      created?.screen.destroy();
    };
  }, [slug, number]);
  useEffect(() => handle?.screen.setOptions({ textSize, isSpoken, label }), [handle, textSize, isSpoken, label]);
  // Waits a frame, because the new theme must be applied before its colours can be read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours depend on the theme
  useEffect(() => {
    const frame = requestAnimationFrame(() => handle?.screen.updateColours());
    return () => cancelAnimationFrame(frame);
  }, [handle, theme]);
  useEffect(() => {
    if (isShown && handle) latest.current.onSize(handle.screen.size);
  }, [isShown, handle]);

  return (
    <div {...panelOf(`terminal-${number}`)} className={css.view} hidden={!isShown} data-part>
      <div ref={host} className={css.host} />
      <div className={css.notice} role="status">
        <ConnectionNotice
          phase={phase}
          onReconnect={() => {
            handle?.socket.reconnect();
            handle?.screen.focus();
          }}
        />
      </div>
    </div>
  );
}

function ConnectionNotice({ phase, onReconnect }: { phase: Phase; onReconnect: () => void }) {
  switch (phase.type) {
    case 'attached':
    case 'instanceEnded':
      return null;
    case 'connecting':
      return <p className={css.status}>Connecting …</p>;
    case 'reconnecting':
      return <p className={css.status}>Connection lost. Reconnecting …</p>;
    case 'offline':
      return <p>You are offline. The shell keeps running, and the terminal reconnects when you are online.</p>;
    case 'takenOver':
      return (
        <>
          <p>This terminal is open in another window.</p>
          <Button size="sm" onClick={onReconnect}>
            Use here
          </Button>
        </>
      );
    case 'ended':
      return (
        <>
          <p>{phase.reason || 'The shell has ended.'}</p>
          <Button size="sm" icon="terminal" onClick={onReconnect}>
            Start a new shell
          </Button>
        </>
      );
    case 'rejected':
      return (
        <>
          <p>{phase.reason}</p>
          <Button size="sm" icon="refresh" onClick={onReconnect}>
            Try again
          </Button>
        </>
      );
  }
}
