export const FIRST_NAMES = [
  'Ann',
  'Bernard',
  'Carla',
  'Dmitri',
  'Elena',
  'Frank',
  'Grace',
  'Harold',
  'Irene',
  'Jorge',
];
export const LAST_NAMES = [
  'Abbott',
  'Barrow',
  'Castillo',
  'Dunn',
  'Everett',
  'Flores',
  'Grant',
  'Hobbs',
  'Ives',
  'Jansen',
];
/** The name of one lead in a hundred thousand, starting with number 7. */
export const RARE_NAME = 'Zebulon Quartermain';
