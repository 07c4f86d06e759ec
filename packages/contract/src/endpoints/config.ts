import * as config from '../config.ts';
import { Hexmap } from '../hexmap.ts';
import { asTheContent, type EndpointTable } from './endpoint.ts';

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
  'GET /api/config/hexmap:version': {
    access: 'public',
    tag: 'Config',
    summary: 'The hex map of trainings',
    params: config.VersionParams,
    response: Hexmap,
    bounded: asTheContent,
    errors: ['not_found'],
  },
  'GET /api/config/company': {
    access: 'user',
    tag: 'Config',
    summary: 'What the company says to its people; to everybody else it does not exist',
    response: config.CompanyPage,
    errors: ['not_found'],
  },
} as const satisfies EndpointTable;
