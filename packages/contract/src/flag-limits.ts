/** Maximum length of a flag in characters. The browser reads this file too, so it must not import Zod. */
export const maxFlagLength = 500;
