import type { Api } from '#lib/api.ts';

/**
 * Opens an instance in a new tab. Opens the tab during the click, before the address is known, because browsers block
 * tabs that a script opens later.
 * @param windowFeatures features of a separate window; omit for a tab
 * @returns the address to show as a link if the browser blocked the tab; null otherwise
 */
export async function openLab(api: Api, slug: string, windowFeatures?: string): Promise<string | null> {
  const tab = window.open('about:blank', '_blank', windowFeatures);
  if (tab) {
    tab.document.title = 'Opening the lab';
    tab.document.body.textContent = 'Opening the lab …';
  }
  try {
    const { url } = await api('POST /api/lab/:slug/enter', { params: { slug } });
    if (!tab) return url;
    // The lab is untrusted, so it must not have access to this page.
    tab.opener = null;
    tab.location.replace(url);
    return null;
  } catch (error) {
    tab?.close();
    throw error;
  }
}
