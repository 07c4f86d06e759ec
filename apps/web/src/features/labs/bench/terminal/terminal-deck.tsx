import type { Shells } from './shells.ts';
import { TerminalView, type ViewProps } from './terminal-view.tsx';

interface Props extends Omit<ViewProps, 'number' | 'name' | 'isShown' | 'onHandle'> {
  shells: Shells;
  /** Whether a terminal is shown at all. A phone may show the repair instead. */
  isShown: boolean;
  onHandle: (number: number, handle: Parameters<ViewProps['onHandle']>[0]) => void;
}

/** Renders all terminals of an instance and shows one of them. Loads xterm. */
export default function TerminalDeck({ shells, isShown, onHandle, ...rest }: Props) {
  return shells.list.map(({ number, name }) => (
    <TerminalView
      key={number}
      {...rest}
      number={number}
      name={name}
      isShown={isShown && number === shells.current}
      onHandle={(handle) => onHandle(number, handle)}
    />
  ));
}
