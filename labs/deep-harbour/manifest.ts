export const PACKAGE = 'example.ostrel.deepharbour';

export interface Activity {
  name: string;
  exported: boolean;
  /** The intents that it accepts without being named. */
  filter?: { action: string; categories: string[]; scheme?: string; host?: string };
}

export const VIEW = 'android.intent.action.VIEW';
export const MAIN = 'android.intent.action.MAIN';

export const activities: Activity[] = [
  {
    name: '.MainActivity',
    exported: true,
    filter: { action: MAIN, categories: ['android.intent.category.LAUNCHER'] },
  },
  {
    name: '.LinkActivity',
    exported: true,
    filter: {
      action: VIEW,
      categories: ['android.intent.category.DEFAULT', 'android.intent.category.BROWSABLE'],
      scheme: 'deepharbour',
      host: 'open',
    },
  },
  // Exported for a watch that was never built
  { name: '.PilotBoardActivity', exported: true },
  { name: '.SessionActivity', exported: false },
];

/** Returns the manifest as text, as a decoder prints it. */
export const manifestText = `<manifest package="${PACKAGE}" versionCode="23" versionName="2.3">
  <uses-sdk minSdkVersion="28" targetSdkVersion="35"/>
  <uses-permission name="android.permission.INTERNET"/>
  <application label="Deep Harbour" allowBackup="false">
${activities.map(activityText).join('\n')}
  </application>
</manifest>`;

function activityText({ name, exported, filter }: Activity): string {
  const opening = `    <activity name="${name}" exported="${exported}"`;
  if (!filter) return `${opening}/>`;
  const data = filter.scheme ? `\n        <data scheme="${filter.scheme}" host="${filter.host}"/>` : '';
  const categories = filter.categories.map((name) => `\n        <category name="${name}"/>`).join('');
  return `${opening}>
      <intent-filter>
        <action name="${filter.action}"/>${categories}${data}
      </intent-filter>
    </activity>`;
}
