import { createHash } from 'node:crypto';
import type { Blockquote, List, ListItem, Nodes, RootContent } from 'mdast';
import { didYouMean } from '../../diagnostics.ts';
import { type ContainerDirective, readAttributes, splitLabel } from '../../markdown/directive.ts';
import { lineOf, textOf } from '../../markdown/syntax-tree.ts';
import { isRight, type QuizData, type QuizReply, type QuizSecret } from '../../quiz-judge.ts';
import type { ModuleContext } from './module-context.ts';
import { readModuleId } from './module-head.ts';
import type { ContainerReader } from './module-reader.ts';

const kinds = ['single', 'multiple', 'ordering', 'free'] as const satisfies QuizData['answer_kind'][];
type AnswerKind = QuizData['answer_kind'];

/** `:::quiz[Question?]{#id kind=single}` with options and an explanation. */
export const quizModule: ContainerReader<QuizData> = {
  form: 'container',
  noticedChildren: withoutWrongAnswerReplies,
  read(node, context) {
    const { report, document } = context;
    const line = lineOf(node);
    const { id: given, kind, answers } = readAttributes(node, ['id', 'kind', 'answers'], report);
    const { label, body } = splitLabel(node);
    const id = readModuleId('quiz', given, line, report);
    const answerKind = kinds.find((known) => known === kind);
    if (!answerKind) {
      const hint = kind ? didYouMean(kind, kinds) : '';
      report(line, 'quiz-kind', `A quiz needs kind=single, multiple, ordering or free${hint || '.'}`);
      return undefined;
    }
    if (!label?.length) report(line, 'quiz-question', 'A quiz needs its question in brackets: :::quiz[Which part …?].');
    if (answers !== undefined && answerKind !== 'free')
      report(line, 'quiz-answers', 'answers="…" is only for kind=free.');

    const choice =
      answerKind === 'free'
        ? readFree(answers ?? '', id ?? '', body, line, context)
        : readList(answerKind, id ?? '', body, line, context);
    if (!id || !label?.length || !choice) return undefined;
    const explanation = answerKind !== 'free' || isKnownWrong(answerKind, body[0]) ? body.slice(1) : body;
    const data: QuizData = {
      answer_kind: answerKind,
      question_html: document.inline([{ type: 'paragraph', children: label }], id),
      options: choice.options,
    };
    const secret: QuizSecret = {
      right: choice.right,
      explanation_html: explanation.length ? document.block(explanation, id).html : null,
      replies: choice.replies,
    };
    return { id, data, secret };
  },
};

/** Leaves out replies to wrong answers: new replies do not change the lesson for learners who already answered. */
function withoutWrongAnswerReplies({ attributes, children }: ContainerDirective): readonly Nodes[] {
  const list = children.find((child) => child.type === 'list');
  if (!list) return children;
  if (attributes?.kind === 'free')
    return isKnownWrong('free', list) ? children.filter((child) => child !== list) : children;
  const items = list.children.map((item) => ({ ...item, children: splitReply(item).text }));
  return children.map((child) => (child === list ? { ...list, children: items } : child));
}

interface Choice {
  options: QuizData['options'];
  right: string[];
  replies: QuizReply[];
}

const textsOf = (answers: string): string[] =>
  answers
    .split('|')
    .map((answer) => answer.trim())
    .filter(Boolean);

function readFree(
  answers: string,
  id: string,
  [first]: RootContent[],
  line: number,
  context: ModuleContext,
): Choice | undefined {
  const right = textsOf(answers);
  if (right.length === 0) {
    context.report(line, 'quiz-answers', 'A free question needs answers="200|200 OK".');
    return undefined;
  }
  const items = isKnownWrong('free', first) ? first.children : [];
  return { options: [], right, replies: items.flatMap((item) => readKnownWrong(item, right, id, context)) };
}

/** Checks whether a node is the list of known wrong answers of a free question. */
const isKnownWrong = (kind: AnswerKind, node: Nodes | undefined): node is List =>
  kind === 'free' && node?.type === 'list' && node.children.some((item) => typeof item.checked === 'boolean');

/** Reads `- [ ] 404|not found` with a quotation that replies to these answers. */
function readKnownWrong(item: ListItem, right: string[], id: string, context: ModuleContext): QuizReply[] {
  const { report } = context;
  const { text, quote } = splitReply(item);
  const to = textsOf(text.map(textOf).join(' '));
  if (item.checked !== false || to.length === 0 || !quote) {
    report(
      lineOf(item),
      'quiz-reply',
      'Write a wrong answer of a free question as - [ ] 404|not found, with > and the reply below it.',
    );
    return [];
  }
  const accepted = to.filter((answer) => isRight('free', right, [answer]));
  if (accepted.length > 0) {
    report(
      lineOf(item),
      'quiz-reply',
      `"${accepted[0]}" is a right answer, so it cannot have a reply for wrong answers.`,
    );
    return [];
  }
  return [{ to, html: replyHtml(quote, id, context) }];
}

/** Splits an option into its text and the quotation below it, which replies to learners who choose it wrongly. */
function splitReply(item: ListItem): { text: ListItem['children']; quote: Blockquote | undefined } {
  const last = item.children.at(-1);
  return last?.type === 'blockquote' && item.children.length > 1
    ? { text: item.children.slice(0, -1), quote: last }
    : { text: item.children, quote: undefined };
}

const replyHtml = (quote: Blockquote, id: string, { document }: ModuleContext): string =>
  document.block(quote.children, id).html;

function readList(
  kind: AnswerKind,
  id: string,
  body: RootContent[],
  line: number,
  context: ModuleContext,
): Choice | undefined {
  const { report } = context;
  const list = body[0];
  if (list?.type !== 'list') {
    report(
      line,
      'quiz-list',
      kind === 'ordering' ? 'This quiz needs an ordered list 1. … 2. …' : 'This quiz needs a list of - [ ] and - [x].',
    );
    return undefined;
  }
  if (list.children.length < 2 || list.children.length > 20) {
    report(lineOf(list), 'quiz-list', 'A quiz needs 2 to 20 options.');
    return undefined;
  }
  return kind === 'ordering' ? readOrdering(list, id, context) : readChecked(kind, list, id, context);
}

function readChecked(kind: AnswerKind, list: List, id: string, context: ModuleContext): Choice | undefined {
  const { report } = context;
  const unmarked = list.children.filter((item) => typeof item.checked !== 'boolean');
  for (const item of unmarked) report(lineOf(item), 'quiz-box', 'An option must begin with [ ] or [x] and a text.');
  const checked = list.children.filter((item) => item.checked).length;
  if (kind === 'single' ? checked !== 1 : checked < 1) {
    const wanted = kind === 'single' ? 'exactly one option' : 'at least one option';
    report(
      lineOf(list),
      'quiz-right-answers',
      `kind=${kind} needs ${wanted} marked with [x], but ${checked} are marked.`,
    );
    return undefined;
  }
  if (unmarked.length > 0) return undefined;
  const replies: QuizReply[] = [];
  const options = list.children.map((item, i) => {
    const { html, reply } = readOption(item, id, context);
    if (reply !== undefined && item.checked)
      report(lineOf(item), 'quiz-reply', 'This option is right: explain it in the text below the list.');
    else if (reply !== undefined) replies.push({ to: [optionId(i)], html: reply });
    return { id: optionId(i), html };
  });
  return { options, right: options.filter((_, i) => list.children[i]?.checked).map((option) => option.id), replies };
}

/** The options get their ids after shuffling, so that the ids do not reveal the order. */
function readOrdering(list: List, id: string, context: ModuleContext): Choice | undefined {
  if (!list.ordered) {
    context.report(lineOf(list), 'quiz-list', 'kind=ordering needs a numbered list, in the right order.');
    return undefined;
  }
  const order = shuffledOrder(list.children.length, `${context.ownerUid}/${id}`);
  const replies: QuizReply[] = [];
  const options = order.map((at, i) => {
    const item = list.children[at] as ListItem;
    const { html, reply } = readOption(item, id, context);
    if (reply !== undefined && at === 0)
      context.report(
        lineOf(item),
        'quiz-reply',
        'The first step cannot be too early: put the reply below a later step.',
      );
    else if (reply !== undefined) replies.push({ to: [optionId(i)], html: reply });
    return { id: optionId(i), html };
  });
  return { options, right: list.children.map((_, at) => optionId(order.indexOf(at))), replies };
}

/**
 * Returns an order of 0…n-1 that depends only on the seed, so that a cached page stays the same. It is never the
 * original order.
 */
function shuffledOrder(length: number, seed: string): number[] {
  const rank = (index: number): string => createHash('sha256').update(`${seed}/${index}`).digest('hex');
  const order = Array.from({ length }, (_, index) => ({ index, rank: rank(index) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ index }) => index);
  const isOriginal = order.every((value, index) => value === index);
  return isOriginal ? [...order.slice(1), ...order.slice(0, 1)] : order;
}

const optionId = (index: number): string => String.fromCharCode(97 + index);

function readOption(item: ListItem, id: string, context: ModuleContext): { html: string; reply: string | undefined } {
  const { text, quote } = splitReply(item);
  const html = context.document.inline(text, id);
  return { html, reply: quote && replyHtml(quote, id, context) };
}
