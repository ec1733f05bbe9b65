/** Words with which people in the US control the messages they get (CTIA). A message counts only if it is nothing else. */
const KEYWORDS = {
  stop: ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT'],
  start: ['START', 'YES', 'UNSTOP'],
  help: ['HELP', 'INFO'],
} as const;
export type Keyword = keyof typeof KEYWORDS;

export function readKeyword(body: string): Keyword | undefined {
  const word = body.trim().toUpperCase();
  const entries = Object.entries(KEYWORDS) as [Keyword, readonly string[]][];
  return entries.find(([, words]) => words.includes(word))?.[0];
}
