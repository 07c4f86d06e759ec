import { useEffect, useState } from 'react';

/** As many as the server opens in one workspace. */
export const mostShells = 6;

interface Shell {
  /** What the server calls it, 1 to 6. */
  number: number;
  name: string;
}

/** The tabs of the terminal. */
export interface Shells {
  /** There is always one. */
  list: readonly Shell[];
  /** Number of the one that is shown. */
  current: number;
}

const nameOf = (number: number) => (number === 1 ? 'shell' : `shell ${number}`);
export const firstShell: Shells = { list: [{ number: 1, name: nameOf(1) }], current: 1 };

/** Opens another one, with the smallest number that is free. */
export function opened({ list, current }: Shells): Shells {
  const free = Array.from({ length: mostShells }, (_, i) => i + 1).find(
    (n) => !list.some(({ number }) => number === n),
  );
  if (free === undefined) return { list, current };
  return { list: [...list, { number: free, name: nameOf(free) }], current: free };
}

/** The tab beside it takes its place. */
export function closed({ list, current }: Shells, number: number): Shells {
  const at = list.findIndex((shell) => shell.number === number);
  if (at === -1 || list.length === 1) return { list, current };
  const left = list.toSpliced(at, 1);
  return { list: left, current: current === number ? (left[Math.max(0, at - 1)]?.number ?? 1) : current };
}

export const shown = (shells: Shells, number: number): Shells => ({ ...shells, current: number });

/** An empty name is the one from the beginning. */
export const renamed = ({ list, current }: Shells, number: number, name: string): Shells => ({
  list: list.map((shell) =>
    shell.number === number ? { number, name: name.trim().slice(0, 24) || nameOf(number) } : shell,
  ),
  current,
});

const storageKey = 'terminals';

/** Those of this tab of the browser, if they were in this instance. Storage may be forbidden, or hold rubbish. */
function read(instance: number): Shells {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as { instance?: unknown; shells?: Shells };
    if (kept.instance !== instance || !Array.isArray(kept.shells?.list)) return firstShell;
    const list = kept.shells.list
      .filter(({ number, name }) => Number.isInteger(number) && number >= 1 && number <= mostShells && isName(name))
      .slice(0, mostShells);
    const current = list.find(({ number }) => number === kept.shells?.current) ?? list[0];
    return current ? { list, current: current.number } : firstShell;
  } catch {
    return firstShell;
  }
}

const isName = (name: unknown) => typeof name === 'string' && name.length > 0 && name.length <= 24;

/** The tabs of an instance, which a reload leaves as they are. The server keeps what they show. */
export function useShells(instance: number) {
  const [kept, setKept] = useState(() => ({ instance, shells: read(instance) }));
  // Another instance has shells of its own.
  if (kept.instance !== instance) setKept({ instance, shells: read(instance) });
  // The storage is outside React.
  useEffect(() => {
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(kept));
    } catch {
      // Then a reload begins with one tab.
    }
  }, [kept]);
  const change = (turn: (shells: Shells) => Shells) =>
    setKept((now) => ({ instance: now.instance, shells: turn(now.shells) }));
  return [kept.shells, change] as const;
}
