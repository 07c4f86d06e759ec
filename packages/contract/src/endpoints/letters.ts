import { MailPreview, TestSent } from '../announcements.ts';
import * as letters from '../letters.ts';
import type { EndpointTable } from './endpoint.ts';

const admin = { access: 'superuser', tag: 'Admin' } as const;

export const letterEndpoints = {
  'GET /api/admin/letters': {
    ...admin,
    summary: 'Every letter that the platform writes by itself: its wording, ours, its placeholders, and an example',
    response: letters.Letters,
    bounded: 'As many as the platform has.',
  },
  'PUT /api/admin/letters/:kind': {
    ...admin,
    summary: 'Change the wording of a letter; what is as in ours stays ours',
    answer: 'The letter as it is now',
    params: letters.byLetter,
    body: letters.WordingChange,
    response: letters.LetterAnswer,
    errors: ['not_found', 'conflict'],
  },
  'DELETE /api/admin/letters/:kind': {
    ...admin,
    summary: 'Go back to our wording of a letter',
    answer: 'The letter as it is now',
    params: letters.byLetter,
    query: letters.WordingBase,
    response: letters.LetterAnswer,
    errors: ['not_found', 'conflict'],
  },
  'POST /api/admin/letters/:kind/preview': {
    ...admin,
    summary: 'See a letter in a wording that is not saved, with the data of an example',
    answer: 'The mail in both forms',
    params: letters.byLetter,
    body: letters.Wording,
    response: MailPreview,
    errors: ['not_found'],
  },
  'POST /api/admin/letters/:kind/test': {
    ...admin,
    summary: 'Send a letter with the data of an example to yourself',
    answer: 'Where it went',
    params: letters.byLetter,
    body: letters.WordingTest,
    response: TestSent,
    errors: ['not_found', 'conflict', 'too_many_requests'],
  },
} as const satisfies EndpointTable;
