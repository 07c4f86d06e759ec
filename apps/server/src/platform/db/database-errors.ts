/** Codes of PostgreSQL and Node for a connection that was lost or cannot be opened. */
const unavailableCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  '53300', // too_many_connections
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now: the server is starting, stopping or recovering
]);

/** Messages of the errors that `pg` and `pg-pool` throw without a code. */
const unavailableMessages =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout)/;

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** Returns true when the database cannot be reached or the connection to it was lost. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Node tries each address of a name and reports all failures together.
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  const code = codeOf(error);
  if (typeof code === 'string' && (unavailableCodes.has(code) || code.startsWith('08'))) return true;
  return unavailableMessages.test(error.message);
}

/** Returns true when the disk is full. PostgreSQL reports 53100, the file system ENOSPC or EDQUOT. */
export function isDiskFull(error: unknown): boolean {
  const code = codeOf(error);
  return code === '53100' || code === 'ENOSPC' || code === 'EDQUOT';
}

/** Returns the reason as one line, for logs and the admin area. PostgreSQL's connection errors contain no user data. */
export function describeDatabaseError(error: unknown): string {
  const first = error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  const text = first instanceof Error ? first.message || String(codeOf(first) ?? first.name) : String(first);
  return text.replace(/\s+/g, ' ').slice(0, 300);
}
