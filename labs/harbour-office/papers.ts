/** A public page, and the additions of the office's own copy. */
export interface Paper {
  path: string;
  /** Path of the office's copy. */
  file: string;
  title: string;
  lead: string;
  lines: [name: string, text: string][];
  remarks: { by: string; text: string }[];
}

export const papers: Paper[] = [
  {
    path: '/',
    file: '/files/hours',
    title: 'Opening hours',
    lead: 'The office is open. Whether it is staffed is another matter.',
    lines: [
      ['Monday to Thursday', 'Nine to twelve, and from two until the kettle boils'],
      ['Friday', 'By appointment. Appointments are made on Fridays'],
      ['At high water', 'Closed. The floor is wet'],
      ['At low water', 'Closed. The floor is drying'],
    ],
    remarks: [
      { by: 'Pell', text: 'A visitor asked for the hours of the kettle. I told him that they are internal.' },
      { by: 'Quill', text: 'These are the hours of 1958. I have filed the present ones under P.' },
    ],
  },
  {
    path: '/fees',
    file: '/files/fees',
    title: 'Fees',
    lead: 'Payable in advance. Reasons are charged separately.',
    lines: [
      ['A berth, a night, a metre', '2'],
      ['A question', '2'],
      ['An answer', '5'],
      ['The right answer', '12'],
      ['A tuba, each week of storage', '30'],
    ],
    remarks: [
      {
        by: 'Quill',
        text: 'We have never sold a right answer. I suggest a lower price.',
      },
      { by: 'Harbour master', text: 'No.' },
    ],
  },
  {
    path: '/berths',
    file: '/files/berths',
    title: 'Berths',
    lead: 'The list of this morning. The office does not look out of the window to check.',
    lines: [
      ['1 to 3', 'Fishing boats'],
      ['4', 'Captain R. Moss (ret.), and a cannon'],
      ['5 to 8', 'Taken'],
      ['9', 'Closed. The reason is on file'],
      ['10 to 14', 'Taken, as far as one can tell'],
    ],
    remarks: [
      { by: 'Pell', text: 'A visitor asked about 9 again, the third one today. I said that it is being painted.' },
    ],
  },
];

/** The paper after berth 9 is free. */
export const freed = (paper: Paper): Paper => ({
  ...paper,
  lines: paper.lines.map(([name, text]) => [name, name === '9' ? 'Free. The key is at the counter' : text]),
});

/** The last remark in the file about the berths: the case number is a flag, and the link leads on. */
export const caseRemark = {
  by: 'Harbour master',
  text: 'It is not being painted. Do not move the crate that came on Tuesday from the shed on 9 until I release it. Give the case number to people who ask for it: I have sent them.',
};

export const ORDER = '/files/orders/9';
/** The number that is being served. */
export const SERVING = 31;
