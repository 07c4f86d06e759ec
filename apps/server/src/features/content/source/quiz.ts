import type { List, ListItem, RootContent } from 'mdast';
import { didYouMean } from '../diagnostics.ts';
import { type ContainerDirective, readAttributes, splitLabel } from '../markdown/directive.ts';
import { lineOf } from '../markdown/tree.ts';
import { type ModuleContext, readModuleId } from './module-context.ts';
import { shuffledOrder } from './shuffle.ts';
import type { ContentModule } from './types.ts';

const kinds = ['single', 'multiple', 'ordering', 'free'] as const;
type AnswerKind = (typeof kinds)[number];

/** What a visitor sees of a quiz. */
export interface QuizData {
  answer_kind: AnswerKind;
  question_html: string;
  options: { id: string; html: string }[];
}

/** What decides about an answer: ids of options (all of them, in order, for `ordering`) or accepted texts (`free`). */
export interface QuizSecret {
  right: string[];
  explanation_html: string | null;
}

/** A `:::quiz` as a module; undefined, and reported, when it cannot be asked. */
export function readQuiz(
  node: ContainerDirective,
  context: ModuleContext,
): Omit<ContentModule, 'position'> | undefined {
  const { report, document } = context;
  const line = lineOf(node);
  const { id: given, kind, answers } = readAttributes(node, ['id', 'kind', 'answers'], report);
  const { label, body } = splitLabel(node);
  const id = readModuleId('quiz', given, line, report);
  const answerKind = kinds.find((known) => known === kind);
  if (!answerKind) {
    const hint = kind ? didYouMean(kind, kinds) : '';
    report(line, 'quiz-kind', `A quiz has kind=single, multiple, ordering or free${hint || '.'}`);
    return undefined;
  }
  if (!label?.length) report(line, 'quiz-question', 'A quiz has its question in brackets: :::quiz[Which part …?].');
  if (answers !== undefined && answerKind !== 'free') report(line, 'quiz-answers', 'answers="…" is for kind=free.');

  const choice =
    answerKind === 'free'
      ? readFree(answers ?? '', line, context)
      : readList(answerKind, id ?? '', body, line, context);
  if (!id || !label?.length || !choice) return undefined;
  const explanation = answerKind === 'free' ? body : body.slice(1);
  const data: QuizData = {
    answer_kind: answerKind,
    question_html: document.inline([{ type: 'paragraph', children: label }], id),
    options: choice.options,
  };
  const secret: QuizSecret = {
    right: choice.right,
    explanation_html: explanation.length ? document.block(explanation, id).html : null,
  };
  return { id, kind: 'quiz', data: { ...data }, secret: { ...secret }, flag: null };
}

interface Choice {
  options: QuizData['options'];
  right: string[];
}

function readFree(answers: string, line: number, { report }: ModuleContext): Choice | undefined {
  const right = answers
    .split('|')
    .map((answer) => answer.trim())
    .filter(Boolean);
  if (right.length > 0) return { options: [], right };
  report(line, 'quiz-answers', 'A free question has answers="200|200 OK".');
  return undefined;
}

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
      kind === 'ordering' ? 'An ordered list 1. … 2. … is missing here.' : 'A list of - [ ] and - [x] is missing here.',
    );
    return undefined;
  }
  if (list.children.length < 2 || list.children.length > 20) {
    report(lineOf(list), 'quiz-list', 'A quiz has 2 to 20 options.');
    return undefined;
  }
  return kind === 'ordering' ? readOrdering(list, id, context) : readChecked(kind, list, id, context);
}

function readChecked(kind: AnswerKind, list: List, id: string, context: ModuleContext): Choice | undefined {
  const { report } = context;
  const unmarked = list.children.filter((item) => typeof item.checked !== 'boolean');
  for (const item of unmarked) report(lineOf(item), 'quiz-box', 'An option begins with [ ] or [x] and a text.');
  const checked = list.children.filter((item) => item.checked).length;
  if (kind === 'single' ? checked !== 1 : checked < 1) {
    const wanted = kind === 'single' ? 'exactly one option' : 'at least one option';
    report(lineOf(list), 'quiz-right-answers', `kind=${kind} marks ${wanted} with [x]; here are ${checked}.`);
    return undefined;
  }
  if (unmarked.length > 0) return undefined;
  const options = list.children.map((item, i) => ({ id: optionId(i), html: optionHtml(item, id, context) }));
  return { options, right: options.filter((_, i) => list.children[i]?.checked).map((option) => option.id) };
}

/** The options get their ids after shuffling, so that these do not tell the order. */
function readOrdering(list: List, id: string, context: ModuleContext): Choice | undefined {
  if (!list.ordered) {
    context.report(lineOf(list), 'quiz-list', 'kind=ordering has a list with numbers, in the right order.');
    return undefined;
  }
  const shown = shuffledOrder(list.children.length, `${context.ownerUid}/${id}`);
  const options = shown.map((at, i) => ({
    id: optionId(i),
    html: optionHtml(list.children[at] as ListItem, id, context),
  }));
  return { options, right: list.children.map((_, at) => optionId(shown.indexOf(at))) };
}

const optionId = (index: number): string => String.fromCharCode(97 + index);

const optionHtml = (item: ListItem, id: string, { document }: ModuleContext): string =>
  document.inline(item.children, id);
