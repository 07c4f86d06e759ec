import { endpointQuery } from '#lib/query.ts';

export const avatarsQuery = endpointQuery('GET /api/avatars');

export const securityQuery = endpointQuery('GET /api/account/security');

export const sessionsQuery = endpointQuery('GET /api/account/sessions');
export const addressQuery = endpointQuery('GET /api/account/ip');
