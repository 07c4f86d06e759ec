import * as labs from '../labs.ts';
import * as progress from '../progress.ts';
import { bySlug, type EndpointTable } from './endpoint.ts';

export const labEndpoints = {
  'GET /api/lab/': {
    access: 'public',
    tag: 'Labs',
    summary: 'Every lab that is shown',
    response: labs.LabList,
  },
  'GET /api/lab/:slug': {
    access: 'public',
    tag: 'Labs',
    summary: 'A lab',
    params: bySlug,
    response: labs.Lab,
  },
  'GET /api/lab/flags/:slug': {
    access: 'public',
    tag: 'Labs',
    summary: 'The flags of a lab',
    params: bySlug,
    response: labs.LabFlags,
  },
  'POST /api/lab/flags/:slug': {
    access: 'user',
    tag: 'Labs',
    summary: 'Submit a flag found in a lab',
    params: bySlug,
    body: labs.LabFlagBody,
    response: progress.FlagVerdict,
  },
  'GET /api/lab/flags_solved': {
    access: 'user',
    tag: 'Labs',
    summary: 'The lab flags that you have',
    response: labs.LabFlagsSolved,
  },
  'GET /api/lab/:slug/instance': {
    access: 'user',
    tag: 'Labs',
    summary: 'Your instance of a lab',
    params: bySlug,
    response: labs.InstanceAnswer,
  },
  'POST /api/lab/:slug/start': {
    access: 'user',
    tag: 'Labs',
    summary: 'Start an instance, or return the one that runs',
    params: bySlug,
    response: labs.InstanceAnswer,
    errors: ['tier_required', 'instance_limit', 'isolation_unavailable', 'capacity_reached'],
  },
  'POST /api/lab/:slug/stop': {
    access: 'user',
    tag: 'Labs',
    summary: 'Stop your instance',
    params: bySlug,
    response: labs.InstanceAnswer,
  },
  'POST /api/lab/:slug/extend': {
    access: 'user',
    tag: 'Labs',
    summary: 'Give your instance more time',
    params: bySlug,
    response: labs.InstanceAnswer,
    errors: ['instance_not_running', 'extension_limit'],
  },
  'POST /api/lab/:slug/enter': {
    access: 'user',
    tag: 'Labs',
    summary: 'A single-use address that opens your instance',
    params: bySlug,
    response: labs.EnterAnswer,
    errors: ['instance_not_running'],
  },
  'GET /api/lab/:slug/writeup': {
    access: 'user',
    tag: 'Labs',
    summary: 'How it was done; for those who solved it',
    params: bySlug,
    response: labs.WriteUp,
    errors: ['forbidden'],
  },
} as const satisfies EndpointTable;
