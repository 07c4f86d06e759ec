import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

/**
 * Leaves out of the browser's React what this app never renders: `<ViewTransition>`, `<Activity>`, `<SuspenseList>`, refs
 * of fragments, and `useActionState`. They are 9 KB of the first load, and React DOM is one file, of which a bundler can't
 * leave out a part (docs/decisions/0015).
 *
 * The cuts take away the places where such a thing comes into being, and answer "no" where React asks whether something
 * is one. The minifier then drops everything that can't be reached any more. Whoever uses one of them gets an error at
 * once, but only in the build; `lean-react.test.tsx` finds it earlier.
 */
export function leanReact(): Plugin {
  return {
    name: 'hexpedition:lean-react',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: {
      filter: { id: /\/react-dom\/cjs\/react-dom-client\.production\.js$/ },
      handler: (code) => ({ code: leanReactDom(code), map: null }),
    },
  };
}

/** The cuts fit the source of this version. Somebody has to read them against the source of another one. */
const readVersion = '19.3.1';

export function leanReactDom(code: string): string {
  const { version } = JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve('react-dom/package.json'), 'utf8'),
  );
  if (version !== readVersion) {
    throw new Error(
      `React DOM is ${version} now. Check the cuts of vite/lean-react.ts against it, then name it there.`,
    );
  }
  return cuts.reduce((text, [pattern, replacement]) => {
    const lean = text.replaceAll(pattern, replacement);
    if (lean === text) throw new Error(`React DOM holds nothing like ${pattern}, which vite/lean-react.ts cuts.`);
    return lean;
  }, code);
}

const cuts: [RegExp, string][] = [
  // Elements of these types make no fiber, so they fall to the error about types that are not valid.
  [/ {6}case REACT_(?:ACTIVITY|SUSPENSE_LIST)_TYPE:\n {8}return \([\s\S]*?\n {8}\);\n/g, ''],
  [/ {6}case REACT_LEGACY_HIDDEN_TYPE:\n {6}case REACT_VIEW_TRANSITION_TYPE:\n {8}return \([\s\S]*?\n {8}\);\n/g, ''],
  // Hence no fiber has the tag of a list (19), a transition (30) or an activity (31). Their labels go, and leave their
  // code behind a `break`, where nothing gets. The first label of a `switch` stays: no code may stand before it.
  [/(?<!\{\n *)case (?:19|30|31):/g, ''],
  [/\b(?:19|30|31) === [\w.]*\b(?:tag|targetInst)\b/g, '!1'],
  // The flag of a tree with transitions in it.
  [/0 !== \(\w+\.subtreeFlags & 33554432\)/g, '!1'],
  [/^ {2}shouldStartViewTransition$/gm, '  !1'],
  // These look for transitions to name, to measure, or to put back.
  emptied('trackEnterViewTransitions'),
  emptied('commit(?:Enter|Exit|Nested|AppearingPair|DeletedPair)ViewTransitions'),
  emptied('restore(?:Nested|EnterOrExit|Paired)ViewTransitions'),
  emptied('measureNestedViewTransitions'),
  // No fragment gets an instance, so nobody has to be told of new and of deleted children.
  [
    /if \(null === current\.stateNode\) \{\s+var fragmentInstance = [\s\S]*?\n {10}\}/g,
    'throw Error("Fragment with ref");',
  ],
  [/return fiber && 7 === fiber\.tag && null !== fiber\.stateNode;/g, 'return !1;'],
  emptied('commitFragmentInstance(?:Insertion|Deletion)Effects'),
  emptied('commitNewChildToFragmentInstances'),
  [/^(?:FragmentInstance|ViewTransitionPseudoElement)\.prototype\.\w+ = function [\s\S]*?\n\};\n/gm, ''],
  // React looks a hook up in these lists, and then calls it.
  [/^ {4}use(?:ActionState|FormState): \w+,\n/gm, ''],
];

/** A function's body goes; its calls go with it. */
function emptied(name: string): [RegExp, string] {
  return [new RegExp(`^(function ${name}\\([^)]*\\) \\{)[\\s\\S]*?\\n\\}$`, 'gm'), '$1}'];
}
