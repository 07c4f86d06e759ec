import { z } from 'zod';
import * as account from '../account.ts';
import { Empty } from '../common.ts';
import * as feedback from '../feedback.ts';
import * as notes from '../notes.ts';
import { bySlug, type EndpointTable } from './endpoint.ts';

export const noteEndpoints = {
  'GET /api/account/old_notes': {
    access: 'user',
    tag: 'Account',
    summary: 'Your notes on lessons that are gone or were rewritten',
    query: account.CursorQuery,
    response: account.OldNotes,
  },
  'GET /api/account/notes/markdown': {
    access: 'user',
    tag: 'Account',
    summary: 'All your notes as one Markdown file',
    response: z.string(),
    contentType: 'text/markdown',
    errors: ['too_many_requests'],
  },
  'GET /api/notes': {
    access: 'user',
    tag: 'Notes',
    summary: 'All your notes, in the order of the lessons',
    query: notes.NoteListQuery,
    response: notes.NoteList,
    errors: ['too_many_requests'],
  },
  'GET /api/notes/due': {
    access: 'user',
    tag: 'Notes',
    summary: 'Your notes that wait to be reviewed, the longest waiting first',
    query: notes.PageQuery,
    response: notes.DueNotes,
  },
  'POST /api/notes/review': {
    access: 'user',
    tag: 'Notes',
    summary: 'Say how well you remembered; sets when it comes back',
    answer: 'When the notes come back, and whether this answer counted',
    body: notes.ReviewBody,
    response: notes.ReviewAnswer,
    errors: ['not_found', 'conflict', 'too_many_requests'],
  },
  'GET /api/subchapter/:slug/notes': {
    access: 'user',
    tag: 'Trainings',
    summary: 'Your notes on a lesson',
    params: bySlug,
    response: notes.Notes,
    errors: ['not_found', 'tier_required', 'step_required'],
  },
  'POST /api/subchapter/:slug/notes': {
    access: 'user',
    tag: 'Trainings',
    summary: 'Write notes on a lesson; empty puts the reminder off',
    answer: 'The notes as they are stored now',
    params: bySlug,
    body: notes.NotesBody,
    response: notes.Notes,
    errors: ['not_found', 'tier_required', 'step_required', 'forbidden', 'conflict', 'too_many_requests'],
  },
  'GET /api/subchapter/:slug/notes/published': {
    access: 'user',
    tag: 'Trainings',
    summary: 'Published notes of others on a lesson; for those who have finished it',
    params: bySlug,
    query: notes.PageQuery,
    response: notes.PublishedNotes,
    errors: ['not_found', 'tier_required', 'step_required', 'forbidden'],
  },
  'GET /api/subchapter/:slug/feedback': {
    access: 'user',
    tag: 'Trainings',
    summary: 'Your feedback on a lesson',
    params: bySlug,
    response: feedback.Feedback,
    errors: ['not_found', 'tier_required', 'step_required'],
  },
  'POST /api/subchapter/:slug/feedback': {
    access: 'user',
    tag: 'Trainings',
    summary: 'Say how a lesson went, or change what you said',
    answer: 'The feedback as it is stored now',
    params: bySlug,
    body: feedback.FeedbackBody,
    response: feedback.Feedback,
    errors: ['not_found', 'tier_required', 'step_required', 'too_many_requests'],
  },
  'POST /api/admin/notes/hide': {
    access: 'superuser',
    tag: 'Admin',
    summary: 'Take a published note down, or put it back',
    answer: 'Nothing: it is done',
    body: notes.HideNoteBody,
    response: Empty,
    errors: ['not_found'],
  },
  'GET /api/admin/feedback': {
    access: 'superuser',
    tag: 'Admin',
    summary: 'Feedback on lessons, the newest first',
    query: feedback.FeedbackQuery,
    response: feedback.FeedbackList,
  },
} as const satisfies EndpointTable;
