import { readInputLine } from '@desk/service-kit';

/** Asks on the terminal. The end of the input is a no. */
export const confirm = async (question: string): Promise<boolean> =>
  (await readInputLine(question)) === 'yes';
