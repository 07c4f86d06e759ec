/**
 * Every error that the API can answer with: one closed union. What status a code has is said here and nowhere else;
 * `when` tells the reader of the API's description what has happened.
 */
export const errorTable = {
  invalid_request: { status: 400, when: 'Something in the request is missing or wrong; `fields` says what.' },
  invalid_credentials: { status: 400, when: 'The username or the password is wrong.' },
  pow_required: { status: 400, when: 'The call needs a proof of work in the header X-POW.' },
  pow_invalid: { status: 400, when: 'The proof of work is wrong, expired, used, or made for another call.' },
  username_taken: { status: 400, when: 'Another account has this username, or it is reserved.' },
  weak_password: { status: 400, when: 'The new password would be guessed quickly.' },
  wrong_password: { status: 400, when: "The account's password is missing or wrong." },
  second_factor_wrong: { status: 400, when: 'The code of the second factor is wrong or was used already.' },
  passkey_invalid: { status: 400, when: 'The passkey is unknown, or its answer is not valid.' },
  provider_failed: { status: 400, when: 'The provider does not answer, or it took too long to come back from it.' },
  link_invalid: { status: 400, when: 'The link is not valid, or was used already.' },
  link_expired: { status: 400, when: 'The link has expired.' },
  email_taken: { status: 400, when: 'Another account has confirmed this address.' },
  slug_taken: { status: 400, when: 'Another profile has this address, or it is reserved.' },
  invite_invalid: { status: 400, when: 'The invitation code is unknown, expired or used up.' },
  voucher_invalid: { status: 400, when: 'The code has a typo, or belongs to no voucher that can be redeemed.' },
  voucher_expired: { status: 400, when: 'The voucher should have been redeemed earlier.' },
  image_invalid: { status: 400, when: 'The picture cannot be read, or is too large.' },
  file_invalid: { status: 400, when: 'The file is not what its name says, is too large, or may not be given out.' },
  payment_declined: { status: 402, when: 'The card was not charged, and nothing has changed.' },
  token_missing: { status: 401, when: 'The call needs an access credential.' },
  token_invalid: { status: 401, when: 'The access credential is not valid.' },
  token_expired: { status: 401, when: 'The access credential has expired: exchange the refresh credential.' },
  session_ended: { status: 401, when: 'The session has ended.' },
  refresh_expired: { status: 401, when: 'The refresh credential is unknown or has expired.' },
  user_disabled: { status: 401, when: 'The account is disabled.' },
  view_only: { status: 403, when: 'Whoever looks as somebody else can only read, and not everything.' },
  forbidden: { status: 403, when: 'You may not do this; `msg` says why.' },
  tier_required: { status: 403, when: 'Your tier does not reach this.' },
  step_required: { status: 403, when: 'Trainings that come first are not finished.' },
  registration_closed: { status: 403, when: 'Nobody can sign up here.' },
  invite_required: { status: 403, when: 'Signing up needs an invitation code.' },
  second_factor_required: { status: 403, when: 'The password is right; a code of the second factor is needed too.' },
  reauthentication_required: { status: 403, when: 'The account has no password, and its session is not fresh enough.' },
  not_found: { status: 404, when: 'What the call names does not exist, is hidden, or belongs to somebody else.' },
  instance_not_running: { status: 409, when: 'Your instance does not run.' },
  instance_limit: { status: 409, when: 'You have as many instances as you may have.' },
  isolation_unavailable: { status: 409, when: 'This server cannot isolate the lab well enough to start it.' },
  extension_limit: { status: 409, when: 'The instance was extended as often as it can be.' },
  voucher_used: { status: 409, when: 'All seats of the voucher are taken, or yours was taken back.' },
  already_done: { status: 409, when: 'There is nothing to do; `msg` says why.' },
  conflict: { status: 409, when: 'What the call builds on has changed meanwhile.' },
  misdirected: { status: 421, when: 'The request names a host that is not the one of this platform.' },
  too_large: { status: 413, when: 'The body is too large.' },
  unsupported_media_type: { status: 415, when: 'The body is not JSON, or, where a call takes a file, not its bytes.' },
  too_many_requests: { status: 429, when: 'There were too many calls; `retry_after` says how many seconds to wait.' },
  internal: { status: 500, when: 'The server failed; `request_id` is what to tell the operator.' },
  capacity_reached: { status: 503, when: 'The server has no room for another instance right now.' },
  payments_unavailable: {
    status: 503,
    when: 'Paddle does not answer, or is too busy; `msg` says whether something may have changed.',
  },
  unavailable: { status: 503, when: 'The server is too busy, or its database does not answer. Try again in a moment.' },
  storage_full: { status: 507, when: 'The disk of the server is full. Nothing was saved.' },
} as const;

export type ErrorCode = keyof typeof errorTable;

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
