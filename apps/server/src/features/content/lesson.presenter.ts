import type { Module } from '@hexpedition/contract';

interface ModuleRow {
  kind: Module['kind'];
  id: string;
  /** Written by the import, in the shape of its kind. */
  data: object;
  lab_name: string | null;
}

type Data<K extends Module['kind']> = Omit<Extract<Module, { kind: K }>, 'kind' | 'id'>;

/** A module as visitors see it: what decides about answers is in another column and never comes here. */
export function presentModule({ kind, id, data, lab_name }: ModuleRow): Module {
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
    case 'lab': {
      const { lab } = data as Data<'lab'>;
      return { kind, id, lab, name: lab_name ?? lab };
    }
  }
}
