import { randomBytes, randomInt } from 'node:crypto';

/** Which app is asking. Each copy of the app has the same one, so it is no secret. */
export const APP_KEY = `tb_app_${randomBytes(9).toString('hex')}`;

/** What the pilots' service shows at the door. */
export const SERVICE_KEY = `svc_${randomBytes(12).toString('hex')}`;

const words = ['starfish', 'lanterns', 'herrings', 'mooncake', 'seashell', 'driftnet', 'kelpbeds', 'foghorns'];
/** The word under which the library keeps it. */
export const WORD = words[randomInt(words.length)] ?? 'starfish';
