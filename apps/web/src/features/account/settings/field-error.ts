import { ApiError } from '#lib/api-error.ts';

/** What the server would have answered about one field. */
export const fieldError = (field: string, msg: string) =>
  new ApiError(400, { code: 'invalid_request', msg, fields: { [field]: msg } });

/** Throws it, where there is a problem. */
export function refuseField(field: string, problem: string | undefined) {
  if (problem !== undefined) throw fieldError(field, problem);
}
