/** Elements whose content is not parsed as HTML. */
const RAW = /^(script|style|textarea|title)$/i;
const TAG = /<(\/?)([a-z][^\s/>]*)|<!--/gi;
const ATTRIBUTE = /[\s/]*([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)(?:"|$)|'([^']*)(?:'|$)|([^\s>]+)))?/y;

/**
 * Rewrites each tag as the HTML standard parses it, with quoted attribute values. The parser of happy-dom is stricter than a
 * browser: it fails on `<img src=x onerror=f('x')>`, which a browser accepts.
 */
export function normalizeHtml(html: string): string {
  let out = '';
  let at = 0;
  TAG.lastIndex = 0;
  for (let tag = TAG.exec(html); tag; tag = TAG.exec(html)) {
    out += html.slice(at, tag.index);
    at = TAG.lastIndex;
    if (tag[0] === '<!--') {
      const end = html.indexOf('-->', at - 2);
      at = end === -1 ? html.length : end + 3;
    } else {
      const [, slash = '', name = ''] = tag;
      const attributes: string[] = [];
      ATTRIBUTE.lastIndex = at;
      for (let one = ATTRIBUTE.exec(html); one; one = ATTRIBUTE.exec(html)) {
        at = ATTRIBUTE.lastIndex;
        const value = one[2] ?? one[3] ?? one[4] ?? '';
        attributes.push(` ${one[1]}="${value.replaceAll('"', '&quot;')}"`);
      }
      const close = html.indexOf('>', at);
      at = close === -1 ? html.length : close + 1;
      out += slash ? `</${name}>` : `<${name}${attributes.join('')}>`;
      if (!slash && RAW.test(name)) {
        const end = html.slice(at).search(new RegExp(`</${name}[\\s/>]`, 'i'));
        const stop = end === -1 ? html.length : at + end;
        out += html.slice(at, stop);
        at = stop;
      }
    }
    TAG.lastIndex = at;
  }
  return out + html.slice(at);
}
