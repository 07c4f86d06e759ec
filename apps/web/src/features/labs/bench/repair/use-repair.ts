import type { RepairReport } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { solvedLabsQuery } from '#entities/lab/lab-queries.ts';
import { messageOf } from '#lib/api-error.ts';
import { setQueryResult, useApi, usePersonalQuery } from '#lib/query.ts';
import { repairQuery } from '../../lab-queries.ts';

type Texts = Readonly<Record<string, string>>;

/** Save state of the sources; `none` before the first change. */
export type SaveState = { is: 'none' } | { is: 'saved'; at: string } | { is: 'saving' } | { is: 'failed'; msg: string };

/** Debounce of automatic saving, milliseconds. */
const SAVE_DELAY_MS = 1_000;

/** Loads and saves a learner's repair of a lab: the sources, which save automatically, and the latest test run. */
export function useRepair(slug: string, isEnabled: boolean) {
  const api = useApi();
  const client = useQueryClient();
  const { queryKey } = repairQuery(slug);
  const { data, error: loadError } = usePersonalQuery(repairQuery(slug), isEnabled);
  /** Texts that differ from the loaded ones. */
  const [typed, setTyped] = useState<Texts>({});
  const [saveState, setSaveState] = useState<SaveState>({ is: 'none' });
  /** Texts that the latest report tested. */
  const [tested, setTested] = useState<Texts | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const texts: Texts = Object.fromEntries(data?.files.map(({ name, text }) => [name, typed[name] ?? text]) ?? []);
  const latest = useRef(texts);
  latest.current = texts;

  const save = async () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const files = latest.current;
    setSaveState({ is: 'saving' });
    try {
      const { saved_at } = await api('PUT /api/lab/:slug/repair', { params: { slug }, body: { files } });
      setSaveState({ is: 'saved', at: saved_at });
      client.setQueryData(queryKey, (now) => now && { ...now, saved_at, files: withTexts(now.files, files) });
    } catch (error) {
      setSaveState({ is: 'failed', msg: messageOf(error) });
    }
  };
  const saveNow = useRef(save);
  saveNow.current = save;
  // Saves pending changes before the learner leaves the page.
  useEffect(() => {
    const flush = () => {
      if (timer.current !== undefined) void saveNow.current();
    };
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, []);

  const change = (name: string, text: string) => {
    latest.current = { ...latest.current, [name]: text };
    setTyped((before) => ({ ...before, [name]: text }));
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void saveNow.current(), SAVE_DELAY_MS);
  };

  const run = useMutation({
    mutationFn: async (): Promise<RepairReport> => {
      clearTimeout(timer.current);
      timer.current = undefined;
      const files = latest.current;
      const report = await api('POST /api/lab/:slug/repair/run', { params: { slug }, body: { files } });
      setTested(files);
      return report;
    },
    onSuccess: (report) => {
      setSaveState({ is: 'saved', at: report.ran_at });
      client.setQueryData(
        queryKey,
        (now) =>
          now && {
            ...now,
            report,
            saved_at: report.ran_at,
            repaired_at: now.repaired_at ?? (report.repaired ? report.ran_at : null),
          },
      );
      if (report.points === 0) return;
      for (const key of [solvedLabsQuery.queryKey, ['GET /api/lab/'], ['GET /api/lab/:slug']])
        void client.invalidateQueries({ queryKey: key });
    },
    // A failed run does not save the sources.
    onError: () => void saveNow.current(),
  });

  const openSource = useMutation({
    mutationFn: () => api('POST /api/lab/:slug/repair/source', { params: { slug } }),
    onSuccess: async (opened) => {
      await setQueryResult(client, repairQuery(slug), opened);
      // The list of tasks shows the points that are left.
      void client.invalidateQueries({ queryKey: solvedLabsQuery.queryKey });
    },
  });

  const savedAt = data?.saved_at ?? null;
  return {
    /** Points that the closed source costs; null if it is open or not loaded. */
    sourcePrice: data?.source_price ?? null,
    openSource,
    /** Points that a successful repair gives; 0 while they load. */
    points: data?.points ?? 0,
    files: data?.files,
    loadError,
    texts,
    change,
    saveState: saveState.is === 'none' && savedAt !== null ? ({ is: 'saved', at: savedAt } as const) : saveState,
    save: () => void save(),
    run,
    report: data?.report ?? null,
    /** Whether the source has been changed since it was tested in this window. */
    isStale: tested !== null && Object.entries(texts).some(([name, text]) => tested[name] !== text),
    isRepaired: data?.repaired_at != null,
    isChanged: data?.files.some(({ name, original }) => texts[name] !== original) ?? false,
    reset: () => {
      for (const { name, original } of data?.files ?? []) change(name, original);
    },
  };
}

export type RepairWork = ReturnType<typeof useRepair>;

const withTexts = <T extends { name: string; text: string }>(files: readonly T[], texts: Texts): T[] =>
  files.map((file) => ({ ...file, text: texts[file.name] ?? file.text }));
