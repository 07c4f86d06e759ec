import * as videos from '../videos.ts';
import { bySlug, type EndpointTable } from './endpoint.ts';

export const videoEndpoints = {
  'GET /api/subchapter/:slug/videos': {
    access: 'user',
    tag: 'Trainings',
    summary: 'What you have seen of the videos of a lesson',
    params: bySlug,
    response: videos.VideoViews,
    errors: ['tier_required', 'step_required'],
  },
  'POST /api/subchapter/:slug/video/:id': {
    access: 'user',
    tag: 'Trainings',
    summary: 'Remember where you are in a video, and what you have seen of it',
    params: videos.VideoParams,
    body: videos.VideoViewBody,
    response: videos.VideoView,
    errors: ['tier_required', 'step_required'],
  },
} as const satisfies EndpointTable;
