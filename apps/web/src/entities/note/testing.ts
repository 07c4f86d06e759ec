import type { Notes, Subchapter } from '@hexpedition/contract';
import { type Answers, rejection } from '#lib/testing/fake-api.ts';

/** Builds a lesson that is open to everyone. */
export const buildLesson = (slug: string): Subchapter => ({
  slug,
  name: slug,
  summary: '',
  minutes: 10,
  revision: 1,
  training: { slug: 'web-basics', name: 'Web basics', tier: 0, continent: 'web', continent_name: 'Web' },
  chapter: { slug: 'one', name: 'One' },
  position: { at: 1, of: 3 },
  previous: null,
  next: null,
  locked: null,
  modules: [],
});

const time = (count: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, count)).toISOString();

interface NotesServer {
  notes: Notes;
  /** Changes the notes as another tab would. */
  write(changes: Partial<Notes>): void;
  answers: Answers;
}

/** A fake server for the notes on one lesson. It rejects changes that are based on an older version. */
export function notesServer(lesson: string, first: Partial<Notes> = {}): NotesServer {
  let writes = 0;
  const server: NotesServer = {
    notes: {
      subchapter: lesson,
      what_i_learned: '',
      did_not_understand: '',
      marks: [],
      published: false,
      hidden: false,
      updated_at: null,
      snoozed_until: null,
      ...first,
    },
    write(changes: Partial<Notes>) {
      writes += 1;
      server.notes = { ...server.notes, ...changes, updated_at: time(writes) };
    },
    answers: {
      'GET /api/subchapter/:slug/notes': () => server.notes,
      'POST /api/subchapter/:slug/notes': ({ body }) => {
        const { base, ...given } = body ?? {};
        if (Object.keys(given).length === 0) {
          server.notes = { ...server.notes, snoozed_until: '2099-01-01T00:00:00.000Z' };
          return server.notes;
        }
        if (base !== undefined && base !== server.notes.updated_at) return rejection('conflict');
        server.write(given);
        return server.notes;
      },
    },
  };
  return server;
}
