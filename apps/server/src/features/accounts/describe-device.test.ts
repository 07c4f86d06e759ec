import { expect, test } from 'vitest';
import { describeDevice } from './describe-device.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux', 'desktop'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/141.0.0.0 Safari/537.36`,
    'Chrome on Windows',
    'desktop',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/141.0.0.0 Safari/537.36 Edg/141.0`,
    'Edge on Windows',
    'desktop',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    'Safari on macOS',
    'desktop',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
    'mobile',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPad',
    'mobile',
  ],
  [`Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/141.0.0.0 Mobile Safari/537.36`, 'Chrome on Android', 'mobile'],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S921B) ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
    'mobile',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64) Something/1.0', 'A browser on Linux', 'desktop'],
  ['curl/8.14.1', 'curl', 'program'],
  ['python-requests/2.32', 'python-requests', 'program'],
  ['node', 'node', 'program'],
  ['', 'Unknown device', 'program'],
  ['Mozilla/5.0', 'Unknown device', 'program'],
  ['<script>alert(1)</script>', 'Unknown device', 'program'],
  [`x${'y'.repeat(400)}`, 'Unknown device', 'program'],
])('describes %s as %s', (userAgent, text, kind) => {
  expect(describeDevice(userAgent)).toEqual({ text, kind });
});

test('returns only known words or a plain program name for any input', () => {
  for (const odd of ['a<b>/1', 'a\nb: c', 'evil.example/1', 'Firefox/<img src=x>', 'Log\u202Ein/1']) {
    expect(describeDevice(odd).text).toMatch(/^[A-Za-z][A-Za-z0-9 -]*$/);
  }
});
