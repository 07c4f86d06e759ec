import type { RepairReport } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { useApi, usePersonalQuery } from '#lib/query.ts';
import { solvedLabsQuery } from '../../queries.public.ts';
import { repairQuery } from '../queries.ts';

type Texts = Readonly<Record<string, string>>;

/** What the head says of keeping: `none` before anything was changed. */
export type Kept = { is: 'none' } | { is: 'saved'; at: string } | { is: 'saving' } | { is: 'failed'; msg: string };

/** A pause, milliseconds, after which what was typed is kept. */
const pause = 1_000;

/** A learner's repair of a lab: the sources, kept as they are typed, and the newest run of the tests. */
export function useRepair(slug: string, isWanted: boolean) {
  const api = useApi();
  const client = useQueryClient();
  const { queryKey } = repairQuery(slug);
  const { data, error: loadError } = usePersonalQuery(repairQuery(slug), isWanted);
  /** What differs from what was loaded. */
  const [typed, setTyped] = useState<Texts>({});
  const [kept, setKept] = useState<Kept>({ is: 'none' });
  /** What the newest report is about. */
  const [tested, setTested] = useState<Texts | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const texts: Texts = Object.fromEntries(data?.files.map(({ name, text }) => [name, typed[name] ?? text]) ?? []);
  const latest = useRef(texts);
  latest.current = texts;

  const save = async () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const files = latest.current;
    setKept({ is: 'saving' });
    try {
      const { saved_at } = await api('PUT /api/lab/:slug/repair', { params: { slug }, body: { files } });
      setKept({ is: 'saved', at: saved_at });
      client.setQueryData(queryKey, (now) => now && { ...now, saved_at, files: withTexts(now.files, files) });
    } catch (error) {
      setKept({ is: 'failed', msg: messageOf(error) });
    }
  };
  const saveNow = useRef(save);
  saveNow.current = save;
  // What was typed in the last moment is kept as well when the page is left.
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
    timer.current = setTimeout(() => void saveNow.current(), pause);
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
      setKept({ is: 'saved', at: report.ran_at });
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
    // Its tests did not run, and what was typed is not kept by it.
    onError: () => void saveNow.current(),
  });

  const savedAt = data?.saved_at ?? null;
  return {
    files: data?.files,
    loadError,
    texts,
    change,
    kept: kept.is === 'none' && savedAt !== null ? ({ is: 'saved', at: savedAt } as const) : kept,
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
