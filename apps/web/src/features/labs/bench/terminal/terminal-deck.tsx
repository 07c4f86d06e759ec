import type { Shells } from './shells.ts';
import { TerminalView, type ViewProps } from './terminal-view.tsx';

interface Props extends Omit<ViewProps, 'number' | 'name' | 'isShown' | 'onHandle'> {
  shells: Shells;
  /** Whether one of them is shown at all: a phone shows the repair in their place. */
  isShown: boolean;
  onHandle: (number: number, handle: Parameters<ViewProps['onHandle']>[0]) => void;
}

/** All terminals of an instance, one of which is shown. It comes with xterm, when there is something to show. */
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
