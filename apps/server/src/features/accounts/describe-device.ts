import type { SessionItem } from '@hexpedition/contract';

export interface Device {
  /** For example `Firefox on Linux`. */
  text: string;
  kind: SessionItem['kind'];
}

/** Maximum number of characters of a User-Agent header that are stored and parsed. */
export const userAgentLength = 400;

type Pattern = [RegExp, string];

// Order matters: nearly all of these also claim to be Chrome and Safari.
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
 * Parses browser and system out of a User-Agent header. A client can forge the header and the result appears on a page
 * and in mails, so the result contains only our own words or a program name in plain letters.
 */
export function describeDevice(userAgentHeader: string): Device {
  const userAgent = userAgentHeader.slice(0, userAgentLength);
  const browser = nameIn(browsers, userAgent);
  const system = nameIn(systems, userAgent);
  const kind = /\b(?:Android|iPhone|iPad|Mobile)\b/.test(userAgent) ? 'mobile' : 'desktop';
  if (browser) return { text: system ? `${browser} on ${system}` : browser, kind };
  if (system && userAgent.startsWith('Mozilla/')) return { text: `A browser on ${system}`, kind };
  const program = /^([A-Za-z][A-Za-z0-9-]{1,30})(?:[/ ]|$)/.exec(userAgent)?.[1];
  return { text: program && program !== 'Mozilla' ? program : 'Unknown device', kind: 'program' };
}
