/**
 * Every error that the API can answer with: one closed union. The server maps each code to its status here and
 * nowhere else; the browser's texts are keyed by the same union, so a missing one fails the type check.
 */
export const errorStatus = {
  invalid_request: 400,
  invalid_credentials: 400,
  pow_required: 400,
  pow_invalid: 400,
  username_taken: 400,
  weak_password: 400,
  wrong_password: 400,
  second_factor_wrong: 400,
  passkey_invalid: 400,
  provider_failed: 400,
  link_invalid: 400,
  link_expired: 400,
  email_taken: 400,
  slug_taken: 400,
  invite_invalid: 400,
  image_invalid: 400,
  token_missing: 401,
  token_invalid: 401,
  token_expired: 401,
  session_ended: 401,
  refresh_expired: 401,
  user_disabled: 401,
  forbidden: 403,
  tier_required: 403,
  step_required: 403,
  registration_closed: 403,
  invite_required: 403,
  second_factor_required: 403,
  reauthentication_required: 403,
  not_found: 404,
  instance_not_running: 409,
  instance_limit: 409,
  isolation_unavailable: 409,
  extension_limit: 409,
  already_done: 409,
  conflict: 409,
  mail_unavailable: 409,
  too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  internal: 500,
  capacity_reached: 503,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** The JSON body of every answer that is not 2xx. */
export interface ErrorBody {
  code: ErrorCode;
  /** A sentence for the user: what was wrong and what to do. */
  msg: string;
  /** `inactive` when the account is disabled; otherwise absent or free text. */
  detail?: string;
  /** Field name → what is wrong with it, for 400 `invalid_request`. */
  fields?: Record<string, string>;
  /** Seconds to wait, for 429; the same as the header Retry-After. */
  retry_after?: number;
  /** What to quote to the operator, for 5xx. */
  request_id?: string;
}
