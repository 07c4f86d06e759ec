/** A person with a box at the post office. */
export interface Person {
  name: string;
  box: number;
  /** Whether the house's "visitor" means this person. */
  isVisitor: boolean;
  /** Pronouns of this person. */
  called: RegExp;
}

export const felix: Person = {
  name: 'Felix Auer',
  box: 31,
  isVisitor: true,
  called: /\b(?:felix(?: auer)?|mr\.? auer|auer|(?:box|pigeonhole)(?: number| no\.?)? 31|31)\b/,
};
export const agnes: Person = {
  name: 'Agnes Dorn',
  box: 1,
  isVisitor: false,
  called: /\b(?:(?:mrs\.? )?(?:agnes )?dorn|agnes|(?:the )?postmistress|(?:box|pigeonhole)(?: number| no\.?)? 1)\b/,
};
export const people: Person[] = [
  felix,
  agnes,
  {
    name: 'Captain R. Moss (ret.)',
    box: 4,
    isVisitor: true,
    called: /\b(?:(?:the )?captain(?: r\.?)?(?: moss)?|moss|(?:box|pigeonhole)(?: number| no\.?)? 4)\b/,
  },
  {
    name: 'Mortimer Quill',
    box: 12,
    isVisitor: true,
    called: /\b(?:(?:mortimer )?quill|mortimer|(?:box|pigeonhole)(?: number| no\.?)? 12)\b/,
  },
];
