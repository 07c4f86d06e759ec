/**
 * Every error of the API, as a closed union. This is the only place that maps codes to statuses. The API documentation
 * shows `when`.
 */
export const errorTable = {
  invalid_request: { status: 400, when: 'A part of the request is missing or invalid; `fields` lists them.' },
  invalid_credentials: { status: 400, when: 'The username or the password is wrong.' },
  pow_required: { status: 400, when: 'The call needs a proof of work in the header X-POW.' },
  pow_invalid: { status: 400, when: 'The proof of work is wrong, expired, used, or made for another call.' },
  username_taken: { status: 400, when: 'Another account has this username, or it is reserved.' },
  weak_password: { status: 400, when: 'The new password is too easy to guess.' },
  wrong_password: { status: 400, when: "The account's password is missing or wrong." },
  second_factor_wrong: { status: 400, when: 'The code of the second factor is wrong or already used.' },
  passkey_invalid: { status: 400, when: 'The passkey is unknown, or its response is invalid.' },
  provider_failed: { status: 400, when: 'The provider does not answer, or the user took too long to return from it.' },
  link_invalid: { status: 400, when: 'The link is invalid or already used.' },
  link_expired: { status: 400, when: 'The link has expired.' },
  email_taken: { status: 400, when: 'Another account has confirmed this email address.' },
  slug_taken: { status: 400, when: 'Another profile has this address, or it is reserved.' },
  invite_invalid: { status: 400, when: 'The invitation code is unknown, expired or used up.' },
  voucher_invalid: { status: 400, when: 'The code has a typo, or belongs to no voucher that can be redeemed.' },
  voucher_expired: { status: 400, when: 'The voucher has expired.' },
  image_invalid: { status: 400, when: 'The image cannot be read or is too large.' },
  file_invalid: {
    status: 400,
    when: 'The content of the file does not match its name, or the file is too large or not allowed.',
  },
  payment_declined: { status: 402, when: 'The card was not charged, and nothing has changed.' },
  token_missing: { status: 401, when: 'The call needs an access credential.' },
  token_invalid: { status: 401, when: 'The access credential is not valid.' },
  token_expired: { status: 401, when: 'The access credential has expired: exchange the refresh credential.' },
  session_ended: { status: 401, when: 'The session has ended.' },
  refresh_expired: { status: 401, when: 'The refresh credential is unknown or has expired.' },
  user_disabled: { status: 401, when: 'The account is disabled.' },
  view_only: { status: 403, when: 'During impersonation, the call is not allowed: only some reads are.' },
  forbidden: { status: 403, when: 'The account may not do this; `msg` has the reason.' },
  tier_required: { status: 403, when: 'The account needs a higher tier.' },
  step_required: { status: 403, when: 'Prerequisite trainings are not finished.' },
  login_closed: { status: 403, when: 'Log-in is switched off, or only superusers may log in.' },
  registration_closed: { status: 403, when: 'Sign-up is closed.' },
  invite_required: { status: 403, when: 'Sign-up requires an invitation code.' },
  second_factor_required: {
    status: 403,
    when: 'The password is correct, but a code of the second factor is also required.',
  },
  reauthentication_required: {
    status: 403,
    when: 'The account has no password, and its session is older than 15 minutes.',
  },
  not_found: { status: 404, when: 'The object does not exist, is hidden, or belongs to another account.' },
  instance_not_running: { status: 409, when: 'The instance is not running.' },
  instance_limit: { status: 409, when: 'The account has reached its limit of running instances.' },
  isolation_unavailable: { status: 409, when: 'This server cannot isolate the lab well enough to start it.' },
  extension_limit: { status: 409, when: 'The instance cannot be extended any more.' },
  voucher_used: { status: 409, when: 'All seats of the voucher are taken, or the account’s seat was released.' },
  already_done: { status: 409, when: 'There is nothing to do; `msg` has the reason.' },
  conflict: { status: 409, when: 'The object has changed since the version that the call is based on.' },
  misdirected: { status: 421, when: 'The host of the request is not a host of this platform.' },
  too_large: { status: 413, when: 'The body is too large.' },
  unsupported_media_type: {
    status: 415,
    when: 'The body is not JSON, or not the bytes of a file if the call expects one.',
  },
  too_many_requests: { status: 429, when: 'There were too many calls; wait for `retry_after` seconds.' },
  internal: { status: 500, when: 'The server failed. Send `request_id` to the operator.' },
  capacity_reached: { status: 503, when: 'The server has no capacity for another instance.' },
  payments_unavailable: {
    status: 503,
    when: 'Paddle does not answer or is too busy; `msg` states whether a change may have been made.',
  },
  unavailable: { status: 503, when: 'The server is too busy, or its database does not answer. Try again later.' },
  storage_full: { status: 507, when: 'The server’s disk is full. Nothing was saved.' },
} as const;

export type ErrorCode = keyof typeof errorTable;

/** The JSON body of every answer that is not 2xx. */
export interface ErrorBody {
  code: ErrorCode;
  /** Message for the user: the problem and what to do. */
  msg: string;
  /** `inactive` if the account is disabled; otherwise absent or free text. */
  detail?: string;
  /** Maps field names to problems, for 400 `invalid_request`. */
  fields?: Record<string, string>;
  /** Seconds to wait, for 429; the same as the header Retry-After. */
  retry_after?: number;
  /** For 409 `conflict` of a map: the document that was sent, or null, and the draft as it is now. */
  sides?: { yours: unknown; theirs: unknown };
  /** Id to send to the operator, for 5xx. */
  request_id?: string;
}
