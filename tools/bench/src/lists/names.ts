export const FIRST_NAMES = 'Ann Bernard Carla Dmitri Elena Frank Grace Harold Irene Jorge'.split(' ');
export const LAST_NAMES = 'Abbott Barrow Castillo Dunn Everett Flores Grant Hobbs Ives Jansen'.split(' ');
/** The name of one lead in a hundred thousand, starting with number 7. */
export const RARE_NAME = 'Zebulon Quartermain';
