import type { Api } from '#lib/api.ts';

/**
 * Opens an instance in a new tab. The tab is opened within the click, before the address is known: browsers block tabs
 * that a script opens later.
 * @param look where a window of its own goes; left out for a tab
 * @returns the address when the tab was blocked all the same, to be shown as a link
 */
export async function openLab(api: Api, slug: string, look?: string): Promise<string | null> {
  const tab = window.open('about:blank', '_blank', look);
  if (tab) {
    tab.document.title = 'Opening the lab';
    tab.document.body.textContent = 'Opening the lab …';
  }
  try {
    const { url } = await api('POST /api/lab/:slug/enter', { params: { slug } });
    if (!tab) return url;
    // The lab is hostile ground: it must not reach back to this page.
    tab.opener = null;
    tab.location.replace(url);
    return null;
  } catch (error) {
    tab?.close();
    throw error;
  }
}
