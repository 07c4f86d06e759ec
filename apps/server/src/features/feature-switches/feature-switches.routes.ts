import {
  type ConfigVersions,
  type Features,
  type FeaturesEdit,
  type MapVersionName,
  mapVersions,
} from '@hexpedition/contract';
import type { FastifyInstance } from 'fastify';
import { canSeeVersion, readNav, readPublishedVersions } from '#features/maps/maps.public';
import { audit } from '#platform/audit';
import type { Db } from '#platform/db/db';
import { announcePageChange } from '#platform/db/page-changes';
import { notFound } from '#platform/errors';
import { registerEndpoints } from '#platform/http/routes';
import type { Viewer } from '#platform/http/viewer';
import { findFeatureSwitches } from './feature-switches.read-model.ts';
import { lockFeatureSwitches, storeFeatureSwitches } from './feature-switches.store.ts';

/** Values of the configuration. */
type ConfiguredFeatures = Omit<Features, 'hexmap' | 'hexmapYT' | 'privacy'>;

interface Deps {
  db: Db;
  configured: () => Promise<ConfiguredFeatures>;
  readPrivacy: () => Promise<Features['privacy']>;
}

export function featureSwitchesRoutes(app: FastifyInstance, { db, configured, readPrivacy }: Deps): void {
  registerEndpoints(app, {
    'GET /api/config/features:version': ({ params, viewer, shareAs }) => {
      const version = versionOf(params.version, viewer);
      return shareAs(version, () => read(version));
    },

    'GET /api/admin/versions': () => readVersions(),

    'POST /api/config/features:version/edit': async ({ params, body, viewer }) => {
      const version = versionOf(params.version, viewer);
      await edit(version, body, viewer);
      return read(version);
    },
  });

  async function read(version: MapVersionName): Promise<Features> {
    const [configuration, edits, courses, videos, privacy] = await Promise.all([
      configured(),
      findFeatureSwitches(db, version),
      readNav(db, 'trainings', version),
      readNav(db, 'videos', version),
      readPrivacy(),
    ]);
    return {
      ...configuration,
      paddle: configuration.paddle && edits.paddle !== false,
      login: configuration.login && edits.login !== false,
      register: configuration.register && edits.register !== false,
      msg: edits.msg ?? configuration.msg,
      privacy,
      hexmap: { nav: courses },
      hexmapYT: { nav: videos },
    };
  }

  async function readVersions(): Promise<ConfigVersions> {
    const { paddle, login, register, msg } = await configured();
    const versions = mapVersions.map(async (version) => ({
      version,
      switches: await findFeatureSwitches(db, version),
      ...(await readPublishedVersions(db, version)),
    }));
    return { versions: await Promise.all(versions), configured: { paddle, login, register, msg } };
  }

  function edit(version: MapVersionName, body: FeaturesEdit, viewer: Viewer): Promise<void> {
    return db.transaction().execute(async (tx) => {
      await lockFeatureSwitches(tx);
      const before = await findFeatureSwitches(tx, version);
      await storeFeatureSwitches(tx, version, body);
      const data = { before, after: await findFeatureSwitches(tx, version) };
      await audit(tx, { actor: viewer.pk, action: 'features.changed', subject: `features:${version}`, data });
      await announcePageChange(tx, ['/api/config/features*']);
    });
  }
}

function versionOf(version: string, viewer: Viewer | null): MapVersionName {
  if (!canSeeVersion(viewer, version)) throw notFound('version');
  return version;
}
