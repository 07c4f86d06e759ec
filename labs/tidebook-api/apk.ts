import { binaryXml, type Element } from './axml.ts';
import { dex } from './dex.ts';
import { library } from './elf.ts';
import { APP_KEY, SERVICE_KEY, WORD } from './keys.ts';
import { zip } from './zip.ts';

const HOST = 'api.tidebook.ostrel.example';

/** Builds the app: The Tide Book, version 4.0. */
export function tideBook(): Buffer {
  return zip([
    ['AndroidManifest.xml', binaryXml(manifest)],
    ['classes.dex', dex(strings)],
    ['res/xml/network_security_config.xml', binaryXml(network)],
    ['assets/config.json', Buffer.from(`${JSON.stringify({ api: `https://${HOST}`, theme: 'wet', gulls: true })}\n`)],
    ['assets/ports.json', Buffer.from(`${JSON.stringify(['Port Ostrel', 'Varde', 'Nordby', 'Halmer Sound'])}\n`)],
    ['assets/help/index.html', Buffer.from('<h1>Help</h1>\n<p>The water comes. The water goes.</p>\n')],
    ['lib/x86_64/libtide.so', library(SERVICE_KEY, WORD)],
  ]);
}

const activity = (name: string, exported: boolean, children: Element[] = []): Element => ({
  name: 'activity',
  attributes: { name, exported },
  children,
});

const manifest: Element = {
  name: 'manifest',
  attributes: { versionCode: 40, versionName: '4.0', package: 'example.ostrel.tidebook' },
  children: [
    { name: 'uses-sdk', attributes: { minSdkVersion: 28, targetSdkVersion: 35 } },
    { name: 'uses-permission', attributes: { name: 'android.permission.INTERNET' } },
    {
      name: 'application',
      attributes: { label: 'Tide Book', allowBackup: false },
      children: [
        activity('.MainActivity', true, [
          {
            name: 'intent-filter',
            children: [
              { name: 'action', attributes: { name: 'android.intent.action.MAIN' } },
              { name: 'category', attributes: { name: 'android.intent.category.LAUNCHER' } },
            ],
          },
        ]),
        activity('.LogbookActivity', false),
        activity('.PilotBoardActivity', false),
      ],
    },
  ],
};

const network: Element = {
  name: 'network-security-config',
  children: [
    {
      name: 'domain-config',
      attributes: { cleartextTrafficPermitted: false },
      children: [{ name: 'domain', attributes: { includeSubdomains: true } }],
    },
  ],
};

const strings = [
  'Authorization',
  'Bearer ',
  'GET',
  'LegacySync: moves a logbook of 3.x into 4.0, remove when 3.x is not used any more',
  'Landroid/app/Activity;',
  'Lexample/ostrel/tidebook/LogbookActivity;',
  'Lexample/ostrel/tidebook/MainActivity;',
  'Lexample/ostrel/tidebook/NativeKeys;',
  'Lexample/ostrel/tidebook/PilotBoardActivity;',
  'Lexample/ostrel/tidebook/LegacySync;',
  'Ljava/lang/String;',
  'POST',
  'V',
  'X-Api-Key',
  'X-App-Version',
  'X-Service-Key',
  APP_KEY,
  'application/json',
  `https://${HOST}`,
  '/v1/logs/',
  '/v1/me',
  '/v2/logs/',
  '/v2/me',
  '/v2/pilots/board',
  '/v2/sessions',
  '/v2/tides',
  'loadLibrary',
  'onCreate',
  'serviceKey',
  'tide',
  '4.0',
];
