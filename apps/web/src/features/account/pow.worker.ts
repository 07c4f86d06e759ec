// Browser entry of altcha-lib: `altcha-lib/workers/sha` and the plain algorithms need Node's crypto.
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { handler } from 'altcha-lib/workers/shared';

handler({ deriveKey });
