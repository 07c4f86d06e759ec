import type { Features } from '@hexpedition/contract';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/db/db';
import { notFound } from '#platform/errors';
import { registerEndpoints } from '#platform/http/routes';
import type { Viewer } from '#platform/http/viewer';
import { findAccess } from './access.read-model.ts';
import { findHexmap, readNav } from './config.read-model.ts';
import { findSubchapter } from './lesson.read-model.ts';
import { findChapters, findTraining, readTrainings } from './trainings.read-model.ts';

/** What the operator has switched on, and the operator's message. */
type Switches = Omit<Features, 'hexmap' | 'hexmapYT'>;

interface Deps {
  db: Db;
  switches: () => Switches;
}

export function contentRoutes(app: FastifyInstance, { db, switches }: Deps): void {
  registerEndpoints(app, {
    'GET /api/config/features:version': async ({ params, viewer }) => {
      found(isVersionOf(viewer, params.version) || undefined, 'version');
      return { ...switches(), hexmap: { nav: await readNav(db) }, hexmapYT: { nav: [] } };
    },

    'GET /api/config/hexmap:version': async ({ params, viewer }) =>
      found(isVersionOf(viewer, params.version) ? await findHexmap(db, params.version) : undefined, 'map'),

    'GET /api/trainings': async ({ reader }) => ({ trainings: await readTrainings(db, reader) }),

    'GET /api/training/:slug': async ({ params, reader }) =>
      found(await findTraining(db, params.slug, reader), 'course'),

    'GET /api/training/:slug/chapters': async ({ params }) => ({
      chapters: found(await findChapters(db, params.slug), 'course'),
    }),

    'GET /api/training/:slug/access': async ({ params, reader }) =>
      found(await findAccess(db, params.slug, reader), 'course'),

    'GET /api/subchapter/:slug': async ({ params, reader }) =>
      found(await findSubchapter(db, params.slug, reader), 'lesson'),
  });
}

/** The versions of the map and of the features: the one for everybody, and the one that is being tried out. */
const isVersionOf = (viewer: Viewer | null, version: string): boolean =>
  version === '2' || (version === 'beta' && (viewer?.betaAccess || viewer?.isSuperuser) === true);

function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw notFound(what);
  return value;
}
