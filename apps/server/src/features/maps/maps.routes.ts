import { type HexmapName, kindOfHexmap, type MapDraft } from '@hexpedition/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { notFound } from '#platform/errors';
import { type Call, registerEndpoints } from '#platform/http/routes';
import type { MapCompiler } from './map-compiler.ts';
import { findHexmap, findVersion, readHistory } from './maps.read-model.ts';
import { createMapService } from './maps.service.ts';
import { canSeeVersion } from './versions.policy.ts';

export function mapsRoutes(app: FastifyInstance, deps: { db: Db; clock: Clock; compile: MapCompiler }): void {
  const { db } = deps;
  const service = createMapService(deps);

  type ReadCall = Pick<Call<'GET /api/config/hexmap:version'>, 'params' | 'viewer' | 'shareAs'>;
  const published =
    (hexmap: HexmapName) =>
    async ({ params, viewer, shareAs }: ReadCall) => {
      const { version } = params;
      if (!canSeeVersion(viewer, version)) throw notFound('map');
      return shareAs(version, async () => found(await findHexmap(db, kindOfHexmap[hexmap], version), 'map'));
    };

  registerEndpoints(app, {
    'GET /api/config/hexmap:version': published('hexmap'),
    'GET /api/config/hexmapYT:version': published('hexmapYT'),

    'POST /api/config/hexmap:version/edit': async ({ params, body, viewer, request, reply }) =>
      withEtag(reply, await service.edit('hexmap', params.version, body, request.headers['if-match'], viewer)),
    'POST /api/config/hexmapYT:version/edit': async ({ params, body, viewer, request, reply }) =>
      withEtag(reply, await service.edit('hexmapYT', params.version, body, request.headers['if-match'], viewer)),

    'GET /api/admin/map/:hexmap': async ({ params, reply }) => withEtag(reply, await service.read(params.hexmap)),
    'GET /api/admin/map/:hexmap/history': ({ params, query }) =>
      readHistory(db, kindOfHexmap[params.hexmap], query.cursor),
    'GET /api/admin/map/:hexmap/version/:pk': async ({ params }) =>
      found(await findVersion(db, kindOfHexmap[params.hexmap], params.pk), 'version of the map'),
  });
}

function withEtag(reply: FastifyReply, draft: MapDraft): MapDraft {
  reply.header('etag', draft.etag);
  return draft;
}

function found<T>(value: T | undefined, resource: string): T {
  if (value === undefined) throw notFound(resource);
  return value;
}
