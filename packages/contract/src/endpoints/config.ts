import * as config from '../config.ts';
import { Hexmap } from '../hexmap.ts';
import * as editing from '../map-editing.ts';
import { MAP_BYTES } from '../map-vocabulary.ts';
import { boundedByContent, type EndpointTable } from './endpoint.ts';

const hexmap = {
  access: 'public',
  shared: { by: 'visitors' },
  tag: 'Config',
  params: config.VersionParams,
  response: Hexmap,
  bounded: boundedByContent,
  errors: ['not_found'],
} as const;

/** The field `etag` or the header If-Match contains the version of the draft that the change is based on. */
const mapEdit = {
  access: 'superuser',
  tag: 'Config',
  params: editing.EditParams,
  body: editing.MapEdit,
  bodyLimit: MAP_BYTES,
  response: editing.MapDraft,
  answer: 'The draft and the published versions after the change',
  errors: ['not_found', 'conflict'],
} as const;

export const configEndpoints = {
  'GET /api/config/features:version': {
    access: 'public',
    shared: { by: 'visitors' },
    tag: 'Config',
    summary: 'The enabled features, and the side menu',
    params: config.VersionParams,
    response: config.Features,
    bounded:
      'One row for each published continent, at most eight links, and the trainings that the operator has configured.',
    errors: ['not_found'],
  },
  'POST /api/config/features:version/edit': {
    access: 'superuser',
    tag: 'Config',
    summary: 'Change the feature switches, and the message to all visitors',
    params: config.VersionParams,
    body: config.FeaturesEdit,
    response: config.Features,
    answer: 'The features after the change',
    errors: ['not_found'],
  },
  'GET /api/config/hexmap:version': { ...hexmap, summary: 'The hex map of trainings' },
  'POST /api/config/hexmap:version/edit': { ...mapEdit, summary: 'Save, publish or roll back the map of trainings' },
  'GET /api/config/hexmapYT:version': { ...hexmap, summary: 'The hex map of videos' },
  'POST /api/config/hexmapYT:version/edit': { ...mapEdit, summary: 'Save, publish or roll back the map of videos' },
  'GET /api/config/company': {
    access: 'user',
    tag: 'Config',
    summary: 'The page of the company; answers 404 to accounts that do not belong to it',
    response: config.CompanyPage,
    errors: ['not_found'],
  },
} as const satisfies EndpointTable;
