import type { Module } from '@hexpedition/contract';

interface ModuleRow {
  kind: Module['kind'];
  id: string;
  /** Written by the import, in the shape of its kind. */
  data: object;
  lab_name: string | null;
  /** Set for a poll. */
  question_pk: number | null;
}

type Data<K extends Module['kind']> = Omit<Extract<Module, { kind: K }>, 'kind' | 'id'>;

/** Presents a module to visitors. The right answers are in another column and never reach this function. */
export function presentModule({ kind, id, data, lab_name, question_pk }: ModuleRow): Module {
  switch (kind) {
    case 'text': {
      const { html, headings } = data as Data<'text'>;
      return { kind, id, html, headings };
    }
    case 'quiz': {
      const { answer_kind, question_html, options } = data as Data<'quiz'>;
      return { kind, id, answer_kind, question_html, options };
    }
    case 'flag': {
      const { title, html, points } = data as Data<'flag'>;
      return { kind, id, title, html, points };
    }
    case 'drill': {
      const { title, html, points, form, sample } = data as Data<'drill'>;
      return { kind, id, title, html, points, form, sample };
    }
    case 'lab': {
      const { lab } = data as Data<'lab'>;
      return { kind, id, lab, name: lab_name ?? lab };
    }
    case 'video': {
      const { title, src, type, poster, captions, chapters, transcript } = data as Data<'video'>;
      return { kind, id, title, src, type, poster, captions, chapters, transcript };
    }
    case 'youtube': {
      const { title, video } = data as Data<'youtube'>;
      return { kind, id, title, video };
    }
    case 'file': {
      const { title, src, name, size, sha256 } = data as Data<'file'>;
      return { kind, id, title, src, name, size, sha256 };
    }
    case 'poll': {
      const { question, multiple, options, html } = data as Data<'poll'>;
      // The import creates the question and its module in one transaction.
      return { kind, id, question_pk: question_pk ?? 0, question, multiple, options, html };
    }
    case 'demo': {
      const { title, src, height } = data as Data<'demo'>;
      return { kind, id, title, src, height };
    }
  }
}
