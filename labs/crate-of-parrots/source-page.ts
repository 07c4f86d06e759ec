import { type Html, html } from '@hexpedition/lab-runtime/kit';
import { Crate, Docket, Label, Parrot, Perch } from './aviary.ts';
import { frame } from './pages.ts';
import { revive } from './revive.ts';

/** The code as it runs. The build has removed the types, and moves the names of classes to the front. */
function sourceOf(part: { name: string; toString(): string }): string {
  return part.toString().replace(/^class(?: \w+)? \{/, `class ${part.name} {`);
}

export const sourcePage = (): Html =>
  frame(
    'How it works',
    '/source',
    html`
<h1>How it works</h1>
<p class="lead">We have nothing to hide. This is the running program: the function that unpacks a list, and all classes that a list can contain.</p>
<h2>Unpacking</h2>
<p>In the packing list, <code>$</code> names the class of an object. <code>classes</code> has the five below.</p>
<pre tabindex="0" aria-label="Unpacking">${sourceOf(revive)}</pre>
${[Crate, Perch, Parrot, Docket, Label].map(
  (part) => html`<h2>${part.name}</h2>
<pre tabindex="0" aria-label="${part.name}">${sourceOf(part)}</pre>`,
)}`,
  );
