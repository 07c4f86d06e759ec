import { useEffect, useState } from 'react';

/** Maximum number of shells that the server opens in one workspace. */
export const maxShells = 6;

interface Shell {
  /** Number on the server, 1 to 6. */
  number: number;
  name: string;
}

/** Open shells, shown as terminal tabs. */
export interface Shells {
  /** Never empty. */
  list: readonly Shell[];
  /** Number of the shell that is shown. */
  current: number;
}

const nameOf = (number: number) => (number === 1 ? 'shell' : `shell ${number}`);
export const firstShell: Shells = { list: [{ number: 1, name: nameOf(1) }], current: 1 };

/** Opens a shell with the smallest free number. */
export function openShell({ list, current }: Shells): Shells {
  const free = Array.from({ length: maxShells }, (_, i) => i + 1).find((n) => !list.some(({ number }) => number === n));
  if (free === undefined) return { list, current };
  return { list: [...list, { number: free, name: nameOf(free) }], current: free };
}

/** Closes a shell and shows the one beside it. */
export function closeShell({ list, current }: Shells, number: number): Shells {
  const at = list.findIndex((shell) => shell.number === number);
  if (at === -1 || list.length === 1) return { list, current };
  const remaining = list.toSpliced(at, 1);
  return { list: remaining, current: current === number ? (remaining[Math.max(0, at - 1)]?.number ?? 1) : current };
}

export const showShell = (shells: Shells, number: number): Shells => ({ ...shells, current: number });

/** Renames a shell. An empty name restores the default name. */
export const renameShell = ({ list, current }: Shells, number: number, name: string): Shells => ({
  list: list.map((shell) =>
    shell.number === number ? { number, name: name.trim().slice(0, 24) || nameOf(number) } : shell,
  ),
  current,
});

const storageKey = 'terminals';

/** Reads the shells of this browser tab if they belong to the instance. Storage may be blocked or hold invalid data. */
function read(instance: number): Shells {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as { instance?: unknown; shells?: Shells };
    if (stored.instance !== instance || !Array.isArray(stored.shells?.list)) return firstShell;
    const list = stored.shells.list
      .filter(({ number, name }) => Number.isInteger(number) && number >= 1 && number <= maxShells && isName(name))
      .slice(0, maxShells);
    const current = list.find(({ number }) => number === stored.shells?.current) ?? list[0];
    return current ? { list, current: current.number } : firstShell;
  } catch {
    return firstShell;
  }
}

const isName = (name: unknown) => typeof name === 'string' && name.length > 0 && name.length <= 24;

/** Shells of an instance. They survive a reload in the session storage; the server keeps their output. */
export function useShells(instance: number) {
  const [stored, setStored] = useState(() => ({ instance, shells: read(instance) }));
  // A new instance has new shells.
  if (stored.instance !== instance) setStored({ instance, shells: read(instance) });
  // Stores the shells for the next reload.
  useEffect(() => {
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(stored));
    } catch {
      // Storage is blocked, so a reload starts with one shell.
    }
  }, [stored]);
  const change = (update: (shells: Shells) => Shells) =>
    setStored((now) => ({ instance: now.instance, shells: update(now.shells) }));
  return [stored.shells, change] as const;
}
