import * as videos from '../videos.ts';
import { type EndpointTable, SlugParams } from './endpoint.ts';

export const videoEndpoints = {
  'GET /api/subchapter/:slug/videos': {
    access: 'user',
    tag: 'Trainings',
    summary: 'Your progress in the videos of a lesson',
    params: SlugParams,
    response: videos.VideoViews,
    bounded: 'One row for each video of the lesson.',
    errors: ['not_found', 'tier_required', 'step_required'],
  },
  'POST /api/subchapter/:slug/video/:id': {
    access: 'user',
    tag: 'Trainings',
    summary: 'Save your position in a video and the watched ranges',
    answer: 'Your progress in the video',
    params: videos.VideoParams,
    body: videos.VideoViewBody,
    response: videos.VideoView,
    errors: ['not_found', 'tier_required', 'step_required', 'too_many_requests'],
  },
} as const satisfies EndpointTable;
