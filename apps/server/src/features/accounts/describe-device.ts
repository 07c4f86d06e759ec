import type { SessionLine } from '@hexpedition/contract';

export interface Device {
  /** Such as `Firefox on Linux`. */
  text: string;
  kind: SessionLine['kind'];
}

/** How many characters of a browser's description of itself are kept and looked at. */
export const userAgentLength = 400;

type Pattern = [RegExp, string];

// In this order: nearly all of them also claim to be Chrome and Safari.
const browsers: Pattern[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|HeadlessChrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
];

const systems: Pattern[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows NT\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (patterns: Pattern[], text: string) => patterns.find(([pattern]) => pattern.test(text))?.[1];

/**
 * Tells browser and system from what the browser says of itself, which anybody can forge. The result is shown on a page
 * and in mails, so it holds only our own words, or the name of a program in plain letters.
 */
export function describeDevice(said: string): Device {
  const userAgent = said.slice(0, userAgentLength);
  const browser = nameIn(browsers, userAgent);
  const system = nameIn(systems, userAgent);
  const kind = /\b(?:Android|iPhone|iPad|Mobile)\b/.test(userAgent) ? 'mobile' : 'desktop';
  if (browser) return { text: system ? `${browser} on ${system}` : browser, kind };
  if (system && userAgent.startsWith('Mozilla/')) return { text: `A browser on ${system}`, kind };
  const program = /^([A-Za-z][A-Za-z0-9-]{1,30})(?:[/ ]|$)/.exec(userAgent)?.[1];
  return { text: program && program !== 'Mozilla' ? program : 'Unknown device', kind: 'program' };
}
