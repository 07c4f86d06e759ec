import { escapeHtml as h } from '#platform/text';
import type { MailContent } from './mail-content.ts';

const product = 'Hexpedition';

const textFont = "Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const displayFont = `'Chakra Petch',${textFont}`;
const monoFont = "'JetBrains Mono',ui-monospace,Consolas,Menlo,monospace";

/** Light colours, and dark ones for mail programs that support them. Many strip these styles and show the light mail. */
const styles = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0}
.words p,.words ul,.words ol,.words pre,.words table,.words blockquote{margin:0 0 16px}
.words h2,.words h3{margin:28px 0 12px;font:600 20px/28px ${displayFont}}
.words a{color:#8f5200}
.words pre,.words code{font:400 14px/22px ${monoFont};white-space:pre-wrap;word-break:break-word}
.words pre{padding:12px 16px;background:#e9f0f3}
.words blockquote{padding-left:16px;border-left:2px solid #c3cfd8}
.words td,.words th{padding:6px 16px 6px 0;border-bottom:1px solid #c3cfd8;text-align:left}
.words button{display:none}
@media (max-width:480px){.pad{padding-left:24px!important;padding-right:24px!important}.sea{padding-left:0!important;padding-right:0!important}}
@media (prefers-color-scheme:dark){
.sea{background:#070d1a!important}.card,.cut{background:#0f1a30!important}
.cut div{border-top-color:#070d1a!important;border-left-color:#0f1a30!important}
.ink{color:#e9effa!important}.ink2{color:#a3b5d3!important}.ink3{color:#8094b8!important}
.rule{border-color:#22345a!important}.button{background:#ffc24b!important;color:#1a1203!important}
.link,.words a{color:#ffc24b!important}.words pre{background:#152340!important}.words td,.words th,.words blockquote{border-color:#22345a!important}.fact{background:#152340!important}
.up{border-bottom-color:#ffc24b!important}.mid{background:#ffc24b!important}.down{border-top-color:#ffc24b!important}
}`;

/** A hexagon made of borders, because mails show neither SVG nor our fonts. Outlook draws borders differently: no logo. */
const logo = `<!--[if !mso]><!--><div style="width:22px"><div class="up" style="width:0;height:0;border-left:11px solid transparent;border-right:11px solid transparent;border-bottom:6px solid #8f5200"></div><div class="mid" style="width:22px;height:13px;background:#8f5200"></div><div class="down" style="width:0;height:0;border-left:11px solid transparent;border-right:11px solid transparent;border-top:6px solid #8f5200"></div></div><!--<![endif]-->`;

/** The cut upper right corner, as on the site's cards. */
const cutCorner = `<!--[if !mso]><!--><div style="width:0;height:0;margin-left:auto;border-top:20px solid #dfe9ee;border-left:20px solid #fffdf7"></div><!--<![endif]-->`;

const paragraph = (text: string) =>
  `<p class="ink" style="margin:0 0 16px;font:400 16px/26px ${textFont};color:#14202f">${h(text).replaceAll('\n', '<br>')}</p>`;

function facts({ facts: lines = [] }: MailContent): string {
  if (lines.length === 0) return '';
  const rows = lines.map(
    ([label, value], index) =>
      `<tr><td class="ink3 fact" valign="top" style="padding:${index === 0 ? 12 : 0}px 16px 12px;background:#e9f0f3;font:400 13px/22px ${textFont};color:#56667b;white-space:nowrap">${h(label)}</td><td class="ink fact" width="100%" style="padding:${index === 0 ? 12 : 0}px 16px 12px 0;background:#e9f0f3;font:600 15px/22px ${textFont};color:#14202f">${h(value)}</td></tr>`,
  );
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 8px">${rows.join('')}</table>`;
}

interface Sheet {
  site: string | undefined;
  subject: string;
  preview: string;
  /** HTML. */
  body: string;
  /** HTML. */
  foot: string;
}

/** The page layout of every mail. */
function sheet({ site = product, subject, preview, body, foot }: Sheet) {
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${h(subject)}</title>
<style>${styles}
</style>
</head>
<body class="sea" style="margin:0;padding:0;background:#dfe9ee">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${h(preview)}${'&#8199;&#847; '.repeat(40)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="sea" align="center" style="padding:32px 16px;background:#dfe9ee">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px">
<tr><td class="pad" style="padding:0 40px 20px"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td width="34" style="width:34px">${logo}</td><td class="ink" style="font:600 17px/25px ${displayFont};letter-spacing:.02em;color:#14202f">${h(site)}</td></tr></table></td></tr>
<tr><td class="cut" height="20" style="height:20px;background:#fffdf7;font-size:0;line-height:0">${cutCorner}</td></tr>
<tr><td class="card pad" style="padding:16px 40px 36px;background:#fffdf7">
${body}
</td></tr>
<tr><td class="pad ink3" style="padding:20px 40px 8px;font:400 13px/20px ${textFont};color:#56667b">${foot}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

const heading = (text: string) =>
  `<h1 class="ink" style="margin:0 0 20px;font:600 27px/34px ${displayFont};color:#14202f">${h(text)}</h1>`;

function toHtml(content: MailContent): string {
  const { site, subject, preview, paragraphs, action, question, otherwise, reason } = content;
  const url = h(action.url);
  return sheet({
    site,
    subject,
    preview,
    body: `${heading(content.heading)}
${paragraphs.map(paragraph).join('\n')}
${facts(content)}
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 20px"><tr><td class="button" style="background:#8f5200"><a class="button" href="${url}" style="display:inline-block;padding:13px 26px;font:600 16px/22px ${displayFont};color:#ffffff;background:#8f5200;text-decoration:none">${h(action.label)}</a></td></tr></table>
<p class="ink3" style="margin:0;font:400 13px/20px ${textFont};color:#56667b">Or open this address:<br><a class="link" href="${url}" style="font:400 13px/20px ${monoFont};color:#8f5200;text-decoration:underline;word-break:break-all">${url}</a></p>
<div class="rule" style="margin:28px 0 20px;border-top:1px solid #c3cfd8;font-size:0;line-height:0">&nbsp;</div>
<p class="ink2" style="margin:0;font:400 15px/24px ${textFont};color:#47586d"><strong class="ink" style="color:#14202f">${h(question)}</strong> ${h(otherwise)}</p>`,
    foot: h(reason),
  });
}

/** An authored mail in HTML and text, with a link to unsubscribe. */
interface AuthoredMail {
  /** Name of the site. */
  site: string;
  subject: string;
  /** Sanitised. */
  html: string;
  text: string;
  reason: string;
  unsubscribe: { label: string; url: string };
}

/** Renders an authored mail, such as an announcement, as HTML and text. Mail lists show its first line as preview. */
export function renderAuthoredMail({ site, subject, html, text, reason, unsubscribe }: AuthoredMail) {
  const link = `<a class="link" href="${h(unsubscribe.url)}" style="color:#8f5200;text-decoration:underline">${h(unsubscribe.label)}</a>`;
  return {
    subject,
    html: sheet({
      site,
      subject,
      preview: '',
      body: `${heading(subject)}\n<div class="ink words" style="font:400 16px/26px ${textFont};color:#14202f">${html}</div>`,
      foot: `${h(reason)} ${link}`,
    }),
    text: `${subject}\n\n${text.trim()}\n\n-- \n${site}\n${reason}\n${unsubscribe.label}:\n${unsubscribe.url}\n`,
  };
}

function toText(content: MailContent): string {
  const { site = product, paragraphs, facts: lines = [], action, question, otherwise, reason } = content;
  return `${[
    content.heading,
    ...paragraphs,
    ...(lines.length > 0 ? [lines.map(([label, value]) => `  ${label}: ${value}`).join('\n')] : []),
    `${action.label}:\n${action.url}`,
    `${question} ${otherwise}`,
    `-- \n${site}\n${reason}`,
  ].join('\n\n')}\n`;
}

/** Renders a mail as HTML and text. */
export function renderMail(content: MailContent): { subject: string; text: string; html: string } {
  return { subject: content.subject, text: toText(content), html: toHtml(content) };
}
