import * as videos from '../videos.ts';
import { bySlug, type EndpointTable } from './endpoint.ts';

export const videoEndpoints = {
  'GET /api/subchapter/:slug/videos': {
    access: 'user',
    tag: 'Trainings',
    summary: 'What you have seen of the videos of a lesson',
    params: bySlug,
    response: videos.VideoViews,
    bounded: 'A line for each video of the lesson.',
    errors: ['not_found', 'tier_required', 'step_required'],
  },
  'POST /api/subchapter/:slug/video/:id': {
    access: 'user',
    tag: 'Trainings',
    summary: 'Remember where you are in a video, and what you have seen of it',
    answer: 'What you have seen of the video',
    params: videos.VideoParams,
    body: videos.VideoViewBody,
    response: videos.VideoView,
    errors: ['not_found', 'tier_required', 'step_required', 'too_many_requests'],
  },
} as const satisfies EndpointTable;
