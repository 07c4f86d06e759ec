import { randomBytes, randomInt } from 'node:crypto';

/** Key of the app. Each copy of the app has the same one, so it is not a secret. */
export const APP_KEY = `tb_app_${randomBytes(9).toString('hex')}`;

/** Key of the pilots' service. */
export const SERVICE_KEY = `svc_${randomBytes(12).toString('hex')}`;

const words = ['starfish', 'lanterns', 'herrings', 'mooncake', 'seashell', 'driftnet', 'kelpbeds', 'foghorns'];
/** The word with which the library obfuscates it. */
export const WORD = words[randomInt(words.length)] ?? 'starfish';
