import * as config from '../config.ts';
import { Hexmap } from '../hexmap.ts';
import * as editing from '../map-editing.ts';
import { MAP_BYTES } from '../map-vocabulary.ts';
import { asTheContent, type EndpointTable } from './endpoint.ts';

const hexmap = {
  access: 'public',
  tag: 'Config',
  params: config.VersionParams,
  response: Hexmap,
  bounded: asTheContent,
  errors: ['not_found'],
} as const;

/** `If-Match` names the draft that the change builds on. */
const mapEdit = {
  access: 'superuser',
  tag: 'Config',
  params: editing.EditParams,
  body: editing.MapEdit,
  bodyLimit: MAP_BYTES,
  response: editing.MapDraft,
  answer: 'The draft and what is published, after the change',
  errors: ['not_found', 'conflict'],
} as const;

export const configEndpoints = {
  'GET /api/config/features:version': {
    access: 'public',
    tag: 'Config',
    summary: 'What is switched on, and the side menu',
    params: config.VersionParams,
    response: config.Features,
    bounded:
      'A line for each continent that is published, and at most eight links, and the trainings that the operator named.',
    errors: ['not_found'],
  },
  'POST /api/config/features:version/edit': {
    access: 'superuser',
    tag: 'Config',
    summary: 'Change what is switched on, and the message to everybody',
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
    summary: 'What the company says to its people; to everybody else it does not exist',
    response: config.CompanyPage,
    errors: ['not_found'],
  },
} as const satisfies EndpointTable;
