import type { Intent, Owner, Screen } from './android.ts';
import type { Internet } from './internet.ts';

export const source = `public class LinkActivity extends Activity {
  @Override protected void onCreate(Bundle state) {
    super.onCreate(state);
    String page = getIntent().getData().getQueryParameter("page");
    URI uri = URI.create(page == null ? "https://ostrel.example/" : page);
    if (!"https".equals(uri.getScheme()) || !isOurs(uri.getHost())) {
      show("This page does not belong to the harbour.");
      return;
    }
    // Users stay signed in on our own pages
    webView.loadUrl(uri.toString(), Map.of("X-Harbour-Session", Session.token(this)));
  }

  private static boolean isOurs(String host) {
    return host != null && host.endsWith("ostrel.example");
  }
}`;

/** The hole: a suffix is not a host name. */
const isOurs = (host: string) => host.endsWith('ostrel.example');

/** Handles a link. */
export function linkActivity(intent: Intent, owner: Owner, internet: Internet): Screen {
  const screen = (title: string, lines: string[]): Screen => ({ activity: '.LinkActivity', title, lines });
  const page = parse(intent.data?.searchParams.get('page') ?? 'https://ostrel.example/');
  if (page?.protocol !== 'https:' || !isOurs(page.hostname)) {
    return screen('Not ours', ['This page does not belong to the harbour.', page?.hostname || 'No address.']);
  }
  const lines = internet.load(page, { 'user-agent': 'DeepHarbour/2.3 (Android)', 'x-harbour-session': owner.token });
  return screen(page.hostname, lines);
}

function parse(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}
