/** A card of the index. */
export interface Card {
  mark: string;
  ship: string;
  goods: string;
  shed: string;
  /** 1 for cards that the public may see. */
  listed: 0 | 1;
}

const card = (mark: string, ship: string, goods: string, shed: string, listed: 0 | 1 = 1): Card => ({
  mark,
  ship,
  goods,
  shed,
  listed,
});

/** @param flag the end of the card of Tuesday's crate */
export const cards = (flag: string): Card[] => [
  card('A-04', 'Gannet', 'Salt, forty sacks, one of them sugar', 'Shed 1'),
  card('A-11', 'Gannet', 'Umbrellas, black, owner unknown, second delivery', 'Shed 1'),
  card('B-02', 'Halmer Star', 'Tuba, single, in the case of a smaller one', 'Shed 2'),
  card('B-07', 'Halmer Star', 'Mosses on slides, for Dr. Osei, shaken', 'Shed 2'),
  card('B-09', 'Nordby Packet', 'Cheese, 14 kg, under glass, under a blanket, under protest', 'Shed 5, alone'),
  card('C-01', 'Nordby Packet', 'Skis, right, eleven', 'Shed 2'),
  card('C-05', 'Curlew', 'Lamp oil, for the lighthouse, which has gone electric', 'Shed 3'),
  card('C-08', 'Curlew', 'Rope, tarred, by the mile', 'Shed 3'),
  card('D-03', 'Perpetua', 'Confetti, loose, for Captain Moss', 'Shed 4'),
  card('D-06', 'Perpetua', 'Birdseed, ordered by a gull', 'Roof of shed 2'),
  card('D-12', 'Perpetua', 'Clocks, ticking', 'Shed 4'),
  card(
    'D-13',
    'Perpetua',
    `Crate, iron bands, unloaded Tuesday after dark. Password for collection: ${flag}`,
    'Moved to the strongroom',
    0,
  ),
  card('E-01', 'Petrel', 'Ballot papers, filled in', 'Shed 3, behind the rope', 0),
  card('E-02', 'Petrel', "Harbour master's piano, second attempt", 'Shed 5, with the cheese', 0),
];
