import { build } from 'esbuild';

/** Files that a page loads before the first interaction, as addresses on the same server. */
export interface FirstLoad {
  scripts: string[];
  styles: string[];
}

/**
 * Reads from a page's HTML which scripts it runs and preloads, and which style sheets it links.
 * @param html as the server sends it
 */
export function readFirstLoad(html: string): FirstLoad {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  // Text inside a script is not part of the page, even if it looks like a tag.
  const markup = html.replaceAll(/(<script\b[^>]*>)[\s\S]*?<\/script>/gi, '$1');
  for (const [, name = '', text = ''] of markup.matchAll(/<(script|link)\b((?:[^>"']|"[^"]*"|'[^']*')*)>/gi)) {
    const attributes = readAttributes(text);
    const rel = attributes.get('rel')?.toLowerCase().split(/\s+/) ?? [];
    const href = attributes.get('href');
    if (name.toLowerCase() === 'script') {
      const src = attributes.get('src');
      // A browser that supports modules skips scripts for browsers that do not.
      if (src && !attributes.has('nomodule')) scripts.add(src);
    } else if (
      href &&
      (rel.includes('modulepreload') || (rel.includes('preload') && attributes.get('as') === 'script'))
    ) {
      scripts.add(href);
    } else if (href && rel.includes('stylesheet')) {
      styles.add(href);
    }
  }
  return { scripts: [...scripts], styles: [...styles] };
}

function readAttributes(text: string): Map<string, string> {
  const pattern = /([^\s=/"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;
  return new Map(
    [...text.matchAll(pattern)].map(([, name = '', double, single, bare]) => [
      name.toLowerCase(),
      (double ?? single ?? bare ?? '').replaceAll('&amp;', '&'),
    ]),
  );
}

/** Returns the modules that a module imports statically, as written. Dynamic imports are not part of the first load. */
export async function readStaticImports(code: string): Promise<string[]> {
  const { metafile } = await build({
    stdin: { contents: code, loader: 'js' },
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    logLevel: 'silent',
    plugins: [
      {
        name: 'only-look',
        setup: ({ onResolve }) => {
          onResolve({ filter: /.*/ }, ({ path }) => ({ path, external: true }));
        },
      },
    ],
  });
  const found = Object.values(metafile.inputs).flatMap((input) => input.imports);
  return [...new Set(found.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path))];
}

/**
 * Follows static imports from the scripts of a page until it finds nothing new.
 * @returns the address of every script
 */
export async function followImports(
  scripts: string[],
  fetchCode: (path: string) => Promise<string>,
): Promise<string[]> {
  const seen = new Set(scripts);
  for (const path of seen) {
    for (const name of await readStaticImports(await fetchCode(path))) {
      // The host is made up and only resolves relative paths. Imports that are not paths are skipped.
      if (/^[./]/.test(name)) seen.add(new URL(name, `http://page${path}`).pathname);
    }
  }
  return [...seen];
}
