import { errors, jwtVerify, SignJWT } from 'jose';
import type { Clock } from '#platform/clock';
import { AppError } from '#platform/errors';

/** How long an access credential is good, in seconds. */
const accessSeconds = 600;

interface AccessClaims {
  userPk: number;
  sid: string;
}

export interface AccessTokens {
  issue(claims: AccessClaims & { tier: number; isSuperuser: boolean }): Promise<string>;
  /** @throws AppError token_expired or token_invalid */
  verify(token: string): Promise<AccessClaims>;
}

/** JWTs (HS256) with the claims sub, sid, tier, su. Tier and su are for the browser; the server asks the database. */
export function createAccessTokens(key: Uint8Array, clock: Clock): AccessTokens {
  return {
    issue({ userPk, sid, tier, isSuperuser }) {
      const now = Math.floor(clock.now().getTime() / 1_000);
      return new SignJWT({ sid, tier, su: isSuperuser })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(String(userPk))
        .setIssuedAt(now)
        .setExpirationTime(now + accessSeconds)
        .sign(key);
    },
    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          requiredClaims: ['sub', 'exp', 'sid'],
          currentDate: clock.now(),
        });
        return { userPk: Number(payload.sub), sid: String(payload.sid) };
      } catch (error) {
        if (error instanceof errors.JWTExpired) {
          throw new AppError('token_expired', 'The access credential has expired. Exchange the refresh credential.');
        }
        throw new AppError('token_invalid', 'The access credential is not valid. Log in again.');
      }
    },
  };
}
