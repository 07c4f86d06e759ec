import { z } from 'zod';
import * as imports from '../imports.ts';
import { uploadPartBytes } from '../upload-rules.ts';
import { asTheContent, type EndpointTable } from './endpoint.ts';

const tag = 'Authoring';

export const importEndpoints = {
  'POST /api/admin/import': {
    access: 'superuser',
    tag,
    summary: 'Try the import of a zip, which comes part by part: nothing is changed',
    answer: 'What the import would change, once the last part has come',
    query: imports.ImportPart,
    bytes: true,
    response: imports.ImportPartAnswer,
    bodyLimit: uploadPartBytes,
    errors: ['file_invalid', 'conflict', 'too_many_requests'],
  },
  'GET /api/admin/import/:id': {
    access: 'superuser',
    tag,
    summary: 'What an import would change that you have tried within the last day',
    params: imports.byImport,
    response: imports.ImportTrial,
    bounded: asTheContent,
    errors: ['not_found'],
  },
  'POST /api/admin/import/:id/apply': {
    access: 'superuser',
    tag,
    summary: 'Import what was tried, as it was shown',
    answer: 'What has changed',
    params: imports.byImport,
    body: imports.ImportApplyBody,
    response: imports.ImportDone,
    // Ten thousand paths.
    bodyLimit: 2 * 1024 * 1024,
    errors: ['not_found', 'file_invalid', 'conflict', 'too_many_requests'],
  },
  'GET /api/admin/export': {
    access: 'superuser',
    tag,
    summary: 'All courses and both maps as a zip, which an import reads again',
    response: z.string(),
    contentType: 'application/zip',
    errors: ['too_many_requests'],
  },
} as const satisfies EndpointTable;
