import { expect, it } from 'vitest';
import { AxeOnce, findingsInBothThemes } from './support/axe.ts';
import { newVisitor, openBrowser } from './support/browser.ts';

/** The other browser tests rely on this: checking only the new parts of a page with axe misses no problem. */

it('finds a problem on a page of known parts, and a colour problem of one theme', async () => {
  const { page, context } = await newVisitor(await openBrowser());
  const axe = new AxeOnce();
  const rulesBroken = async (text: string) => {
    const style = 'body { background: #fff; color: #000 } [data-theme=light] .pale { color: #ddd }';
    await page.setContent(
      `<!doctype html><html lang="en"><title>Page</title><style>${style}</style><main><h1>One</h1>${text}</main>`,
    );
    const findings = await findingsInBothThemes(page, axe);
    return findings.map((finding) => /too wide|(?:dark|light) [\w-]+/.exec(finding)?.[0]);
  };
  expect(await rulesBroken('<h2>Two</h2><h4 lang="en">A</h4><img src="data:," alt=""><p>Text</p>')).toContain(
    'dark heading-order',
  );
  expect(await rulesBroken('<h2>Two</h2><p>Text</p><img src="data:," alt="A">')).toEqual([]);
  // The same parts in another order and with another text.
  expect(await rulesBroken('<h2>Two</h2><p>Text</p><h4 lang="en">Another</h4>')).toEqual(['light heading-order']);
  expect(await rulesBroken('<p>Text</p><img src="data:,">')).toEqual(['light image-alt']);
  expect(await rulesBroken('<p class="pale">Pale</p>')).toEqual(['light color-contrast']);
  expect(await rulesBroken(`<p>${'wide'.repeat(500)}</p>`)).toEqual(['too wide']);
  await context.close();
});
