/** Summary and description of a new course, until its author replaces them. */
export const newCourseTexts = {
  summary: 'Its author has not written a summary yet.',
  description: 'Its author has not described this training yet.',
};

/** A line of a lesson that still has a text of the editor's templates. */
export interface Placeholder {
  /** 1-based. */
  line: number;
  /** A sentence for the author. */
  message: string;
}

/** Texts of the templates of blocks in the lesson editor, and what to do about each. */
const templates: readonly [RegExp, string][] = [
  [/^#{1,6} +Title of the section$/, 'Replace "Title of the section" with a heading of your own.'],
  [/^Write your text here\.$/, 'Replace "Write your text here." with your text.'],
  [/^:{3,}(?:quiz|poll)\[Your question\?\]/, 'Replace "Your question?" with your question.'],
  [/^[-*] \[[ x]\] (?:A wrong answer|The right answer)$/i, 'Replace this answer with an answer of your own.'],
  [/^Why it is right\.$/, 'Replace "Why it is right." with the reason.'],
  [/^[-*] (?:First|Second) choice$/, 'Replace this choice with a choice of your own.'],
  [/^:{3,}flag\[Find the flag\]/, 'Replace "Find the flag" with a title of your own, such as "Read the cookie".'],
  [/\banswer="flag\{change_me\}"/, 'Replace flag{change_me} with the flag that learners find.'],
  [/^(?:How to find the flag|What to do with it)\.$/, 'Replace this line with the instructions for the flag.'],
  [/^:{3,}drill\[Title of the drill\]/, 'Replace "Title of the drill" with a title of your own.'],
  [/^Instructions for the drill\.$/, 'Replace "Instructions for the drill." with your instructions.'],
  [/^::(?:video|youtube)\[Title of the video\]/, 'Replace "Title of the video" with a title of your own.'],
  [/^::youtube\[.*\bvideo="?aBcDeFgHiJ_/, 'Replace aBcDeFgHiJ_ with the id of your video on YouTube.'],
  [/^::file\[Title of the download\]/, 'Replace "Title of the download" with a title of your own.'],
  [/^::demo\[Title of the demo\]/, 'Replace "Title of the demo" with a title of your own.'],
  [/^::figure\[The caption\]/, 'Replace "The caption" with a caption of your own, or remove it.'],
  [/\balt="Describe the picture"/, 'Describe the picture in alt="…" for readers who cannot see it.'],
];

const fence = /^(`{3,}|~{3,})/;

/** Finds the texts of templates that an author has not replaced. Ignores code blocks, which may teach the format. */
export function findPlaceholders(markdown: string): Placeholder[] {
  const found: Placeholder[] = [];
  let open: string | undefined;
  for (const [index, text] of markdown.split(/\r\n|\r|\n/).entries()) {
    const line = text.trim();
    const mark = fence.exec(line)?.[1];
    if (open === undefined) open = mark;
    else if (mark?.startsWith(open) && line === mark) open = undefined;
    if (open !== undefined || mark !== undefined) continue;
    for (const [pattern, message] of templates) if (pattern.test(line)) found.push({ line: index + 1, message });
  }
  return found;
}
