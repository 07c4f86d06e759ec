import { z } from 'zod';
import * as imports from '../imports.ts';
import { uploadPartBytes } from '../upload-rules.ts';
import { boundedByContent, type EndpointTable } from './endpoint.ts';

const tag = 'Authoring';

export const importEndpoints = {
  'POST /api/admin/import': {
    access: 'superuser',
    tag,
    summary: 'Upload a zip in parts for a dry run of its import',
    answer: 'The changes of the import, after the last part',
    query: imports.ImportPart,
    bytes: true,
    response: imports.ImportPartAnswer,
    bodyLimit: uploadPartBytes,
    errors: ['file_invalid', 'conflict', 'too_many_requests'],
  },
  'GET /api/admin/import/:id': {
    access: 'superuser',
    tag,
    summary: 'The result of your dry run of the last 24 hours',
    params: imports.ImportParams,
    response: imports.ImportDryRun,
    bounded: boundedByContent,
    errors: ['not_found'],
  },
  'POST /api/admin/import/:id/apply': {
    access: 'superuser',
    tag,
    summary: 'Apply an import exactly as its dry run has shown it',
    answer: 'The changes',
    params: imports.ImportParams,
    body: imports.ImportApplyBody,
    response: imports.ImportOutcome,
    // Ten thousand paths.
    bodyLimit: 2 * 1024 * 1024,
    errors: ['not_found', 'file_invalid', 'conflict', 'too_many_requests'],
  },
  'POST /api/admin/trainings/visibility': {
    access: 'superuser',
    tag,
    summary: 'Show several trainings to learners, or hide them, in one step',
    answer: 'The trainings with their new state',
    body: imports.CourseVisibility,
    response: imports.CourseVisibilityAnswer,
    errors: ['not_found', 'conflict'],
  },
  'GET /api/admin/export': {
    access: 'superuser',
    tag,
    summary: 'All courses and both maps as a zip that can be imported',
    response: z.string(),
    contentType: 'application/zip',
    errors: ['too_many_requests'],
  },
} as const satisfies EndpointTable;
