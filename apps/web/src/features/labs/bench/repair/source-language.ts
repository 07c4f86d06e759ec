import { HighlightStyle, type Language } from '@codemirror/language';
import { tags } from '@lezer/highlight';

/** Syntax highlighting with the colours of code in lessons. */
export const codeColours = HighlightStyle.define([
  {
    tag: [tags.keyword, tags.modifier, tags.operatorKeyword, tags.controlKeyword],
    color: 'var(--shiki-token-keyword)',
  },
  { tag: [tags.string, tags.regexp, tags.special(tags.string)], color: 'var(--shiki-token-string)' },
  { tag: [tags.number, tags.bool, tags.null, tags.escape], color: 'var(--shiki-token-string-expression)' },
  { tag: tags.comment, color: 'var(--shiki-token-comment)', fontStyle: 'italic' },
  {
    tag: [
      tags.function(tags.variableName),
      tags.function(tags.propertyName),
      tags.function(tags.definition(tags.variableName)),
    ],
    color: 'var(--shiki-token-function)',
  },
  {
    tag: [tags.typeName, tags.standard(tags.typeName), tags.className, tags.constant(tags.name)],
    color: 'var(--shiki-token-constant)',
  },
  { tag: [tags.processingInstruction, tags.meta, tags.macroName], color: 'var(--shiki-token-parameter)' },
  { tag: [tags.punctuation, tags.operator, tags.bracket], color: 'var(--shiki-token-punctuation)' },
]);

/** Loads the language of a file by its name; undefined if no lab uses the language. */
export async function languageOf(name: string): Promise<Language | undefined> {
  if (/\.[ch]$/.test(name)) return (await import('@codemirror/lang-cpp')).cppLanguage;
  if (/\.[mc]?[jt]s$/.test(name)) return (await import('@codemirror/lang-javascript')).typescriptLanguage;
  return undefined;
}
