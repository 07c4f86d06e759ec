/** An error in the format of Paddle's API. */
export class PaddleError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: { field: string; message: string }[];

  constructor(status: number, code: string, detail: string, fields: { field: string; message: string }[] = []) {
    super(detail);
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

export const notFound = (what: string): PaddleError => new PaddleError(404, 'not_found', `${what} not found.`);

export const refused = (code: string, detail: string): PaddleError => new PaddleError(400, code, detail);

export const conflict = (code: string, detail: string): PaddleError => new PaddleError(409, code, detail);

export const invalid = (fields: { field: string; message: string }[]): PaddleError =>
  new PaddleError(400, 'invalid_field', 'Request does not pass validation.', fields);

const groups = ['address', 'adjustment', 'customer', 'notification', 'subscription', 'transaction'];

/** Returns the section of Paddle's error reference. */
function groupOf(code: string): string {
  const group = groups.find((name) => code.startsWith(`${name}_`));
  if (!group) return 'shared';
  return group === 'address' ? 'addresses' : `${group}s`;
}

export function errorBody(error: PaddleError, requestId: string) {
  const isServerError = error.status >= 500;
  return {
    error: {
      type: isServerError ? 'api_error' : 'request_error',
      code: error.code,
      detail: error.message,
      documentation_url: `https://developer.paddle.com/errors/${groupOf(error.code)}/${error.code}`,
      ...(error.fields.length > 0 ? { errors: error.fields } : {}),
    },
    meta: { request_id: requestId },
  };
}
